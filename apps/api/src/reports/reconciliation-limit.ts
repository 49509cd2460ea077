import { KeyedLimit, Unavailable } from '@florin/infrastructure';
import { Injectable } from '@nestjs/common';

const BUSY = 'Too many files are being reconciled. Try again in a few seconds.';
const refusal = (): Error => new Unavailable(BUSY, 5);

const PER_ACCOUNT = { concurrency: 1, maxQueued: 2, maxWaitMs: 8_000 };
/** Each keeps a file and its lines in memory, about 150 MiB at most. */
const IN_ALL = { concurrency: 2, maxQueued: 8, maxWaitMs: 8_000 };

/** Limits the files that this process reads at once. A caller waits with its upload not yet received. */
@Injectable()
export class ReconciliationLimit {
  private readonly ofAccounts = new KeyedLimit(PER_ACCOUNT, refusal);
  private readonly inAll = new KeyedLimit(IN_ALL, refusal);

  run<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    return this.ofAccounts.run(accountId, () => this.inAll.run('', work));
  }
}

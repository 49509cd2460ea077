import { KeyedLimit, Unavailable } from '@florin/infrastructure';
import { Injectable } from '@nestjs/common';

const BUSY = 'Too many files are being reconciled. Try again in a few seconds.';
const refusal = (): Error => new Unavailable(BUSY, 5);

/** For both queues together, so that most of the request timeout is left to receive the file. */
const MAX_WAIT_MS = 4_000;
const PER_ACCOUNT = { concurrency: 1, maxQueued: 2, maxWaitMs: MAX_WAIT_MS };
/** Each keeps a file and its lines in memory, about 150 MiB at most. */
const IN_ALL = { concurrency: 2, maxQueued: 8, maxWaitMs: MAX_WAIT_MS };

/** Limits the files that this process reads at once. A caller waits with its upload not yet received. */
@Injectable()
export class ReconciliationLimit {
  private readonly ofAccounts = new KeyedLimit(PER_ACCOUNT, refusal);
  private readonly inAll = new KeyedLimit(IN_ALL, refusal);

  /** Rejects at the deadline, not when a slot is free: those before it may take as long as a request. */
  run<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const deadline = setTimeout(() => {
        isLate = true;
        reject(refusal());
      }, MAX_WAIT_MS);
      const start = (): Promise<Result> => {
        clearTimeout(deadline);
        return isLate ? Promise.reject(refusal()) : work();
      };
      this.ofAccounts
        .run(accountId, () => this.inAll.run('', start))
        .finally(() => {
          clearTimeout(deadline);
        })
        .then(resolve, reject);
    });
  }
}

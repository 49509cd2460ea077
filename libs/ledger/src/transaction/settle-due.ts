import { type AccountId, type Clock, later, type TransactionId } from '@florin/kernel';
import type { Ledger } from '../batch/ledger.js';
import { isRefusal } from '../errors.js';

export interface DueTransaction {
  readonly id: TransactionId;
  readonly accountId: AccountId;
}

export abstract class DueTransactions {
  /** Pending transactions created at the instant or before, oldest first, at most as many as asked for. */
  abstract findPending(createdUntil: Date, limit: number): Promise<readonly DueTransaction[]>;
}

const AT_ONCE = 500;

/**
 * Settles what has been pending for long enough. It may run twice, in two processes, or against a caller who cancels:
 * each transaction leaves pending once, and whoever comes second finds that out from the ledger.
 */
export class SettleDue {
  constructor(
    private readonly due: DueTransactions,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
    private readonly delayMs: number,
  ) {}

  /** Answers how many it settled. */
  async execute(): Promise<number> {
    const createdUntil = later(this.clock.now(), -this.delayMs);
    let total = 0;
    for (;;) {
      const found = await this.due.findPending(createdUntil, AT_ONCE);
      const settled = await this.settleAll(found);
      total += settled;
      // A page of which nothing could be settled would come back as it is.
      if (found.length < AT_ONCE || settled === 0) return total;
    }
  }

  private async settleAll(found: readonly DueTransaction[]): Promise<number> {
    const outcomes = await Promise.allSettled(found.map((transaction) => this.settleOne(transaction)));
    const broken = outcomes.find((outcome) => outcome.status === 'rejected');
    if (broken !== undefined) throw broken.reason;
    return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length;
  }

  private async settleOne({ id, accountId }: DueTransaction): Promise<boolean> {
    try {
      const settlement = { status: 'succeeded', failureReason: undefined } as const;
      await this.ledger.settle({ transactionId: id, accountId, settlement });
      return true;
    } catch (error) {
      if (isRefusal(error) && error.code === 'conflict') return false;
      throw error;
    }
  }
}

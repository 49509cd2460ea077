import { Database, deleteExpiredSessions, deleteExpiredKeys } from '@florin/infrastructure';
import type { RecurringJob } from '@florin/infrastructure/jobs';
import { Clock, SECOND_MS } from '@florin/kernel';
import { DueTransactionReader, Ledger, SettleDueTransactions } from '@florin/ledger';
import { BillDueSubscriptions, ExpireDueRequests, ResolveStuckAttempts } from '@florin/payments';
import { Injectable } from '@nestjs/common';
import { WorkerSettings } from './settings.js';

/** Must exceed the timeout of a charge. */
export const STUCK_AFTER_MS = 30 * SECOND_MS;
const ROWS_AT_ONCE = 1_000;

@Injectable()
export class Jobs {
  readonly list: readonly RecurringJob[];

  constructor(
    expire: ExpireDueRequests,
    bill: BillDueSubscriptions,
    resolve: ResolveStuckAttempts,
    private readonly database: Database,
    private readonly due: DueTransactionReader,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
    { settlementDelaySeconds }: WorkerSettings,
  ) {
    this.list = [
      ...(settlementDelaySeconds === undefined ? [] : [this.settleJob(settlementDelaySeconds * SECOND_MS)]),
      { name: 'expire-requests', everySeconds: 2, run: (shouldStop) => expire.execute(shouldStop) },
      { name: 'bill-subscriptions', everySeconds: 2, run: (shouldStop) => bill.execute(shouldStop) },
      { name: 'resolve-attempts', everySeconds: 5, run: (shouldStop) => resolve.execute(shouldStop) },
      { name: 'purge-idempotency-keys', everySeconds: 60, run: this.purgeRun(deleteExpiredKeys) },
      { name: 'purge-dead-sessions', everySeconds: 600, run: this.purgeRun(deleteExpiredSessions) },
    ];
  }

  private settleJob(delayMs: number): RecurringJob {
    const settle = new SettleDueTransactions(this.due, this.ledger, this.clock, delayMs);
    return { name: 'settle-due', everySeconds: 1, run: (shouldStop) => settle.execute(shouldStop) };
  }

  /** In batches, so that no row lock is held for long. */
  private purgeRun(deleteBatch: typeof deleteExpiredKeys): RecurringJob['run'] {
    return async (shouldStop) => {
      let total = 0;
      let from: Date | undefined;
      for (;;) {
        const { count, reached } = await deleteBatch(this.database.source, ROWS_AT_ONCE, from);
        total += count;
        if (count < ROWS_AT_ONCE || shouldStop()) return total;
        from = reached;
      }
    };
  }
}

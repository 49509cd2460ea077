import { Database, deleteExpiredSessions, deleteExpiredKeys } from '@florin/infrastructure';
import type { RecurringJob } from '@florin/infrastructure/jobs';
import { Clock, SECOND_MS } from '@florin/kernel';
import { DueTransactionReader, Ledger, SettleDueTransactions } from '@florin/ledger';
import { BillDueSubscriptions, ExpireDueRequests, ResolveStuckAttempts } from '@florin/payments';
import { Injectable } from '@nestjs/common';
import { WorkerSettings } from './settings.js';

/** A charge has its result, or was given up, long before this. */
export const STUCK_AFTER_MS = 30 * SECOND_MS;
const ROWS_AT_ONCE = 1_000;

/** The jobs of the worker, and how often each looks whether something is due. */
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
      { name: 'expire-requests', everySeconds: 2, run: (isOver) => expire.execute(isOver) },
      { name: 'bill-subscriptions', everySeconds: 2, run: (isOver) => bill.execute(isOver) },
      { name: 'resolve-attempts', everySeconds: 5, run: (isOver) => resolve.execute(isOver) },
      { name: 'purge-idempotency-keys', everySeconds: 60, run: this.purgeRun(deleteExpiredKeys) },
      { name: 'purge-dead-sessions', everySeconds: 600, run: this.purgeRun(deleteExpiredSessions) },
    ];
  }

  private settleJob(delayMs: number): RecurringJob {
    const settle = new SettleDueTransactions(this.due, this.ledger, this.clock, delayMs);
    return { name: 'settle-due', everySeconds: 1, run: (isOver) => settle.execute(isOver) };
  }

  /** In batches, so that no lock is held for long. */
  private purgeRun(deleteBatch: typeof deleteExpiredKeys): RecurringJob['run'] {
    return async (isOver) => {
      let total = 0;
      let from: Date | undefined;
      for (;;) {
        const { count, reached } = await deleteBatch(this.database.source, ROWS_AT_ONCE, from);
        total += count;
        if (count < ROWS_AT_ONCE || isOver()) return total;
        from = reached;
      }
    };
  }
}

import {
  compactActivity,
  Database,
  deleteDeliveriesWithoutEndpoint,
  deleteExpiredKeys,
  deleteExpiredPasswordResets,
  deleteExpiredSessions,
  deleteOldDeliveries,
  deleteOldMails,
  SendMails,
} from '@florin/infrastructure';
import type { RecurringJob } from '@florin/infrastructure/jobs';
import { Clock, SECOND_MS } from '@florin/kernel';
import { DueTransactionReader, Ledger, SettleDueTransactions } from '@florin/ledger';
import {
  BillDueSubscriptions,
  ExpireDueRequests,
  ResolveStuckAttempts,
  ResolveStuckRefunds,
} from '@florin/payments';
import { DeliverWebhooks } from '@florin/webhooks';
import { Injectable } from '@nestjs/common';
import { WorkerSettings } from './settings.js';

/** Must exceed the timeout of a charge and of a refund. */
export const STUCK_AFTER_MS = 30 * SECOND_MS;
const ROWS_AT_ONCE = 1_000;

@Injectable()
export class Jobs {
  readonly list: readonly RecurringJob[];

  constructor(
    expire: ExpireDueRequests,
    bill: BillDueSubscriptions,
    resolve: ResolveStuckAttempts,
    resolveRefunds: ResolveStuckRefunds,
    deliver: DeliverWebhooks,
    sendMails: SendMails,
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
      { name: 'resolve-refunds', everySeconds: 5, run: (shouldStop) => resolveRefunds.execute(shouldStop) },
      {
        name: 'deliver-webhooks',
        everySeconds: 1,
        run: (shouldStop) => deliver.execute(shouldStop),
        finish: () => deliver.finish(),
      },
      { name: 'send-mails', everySeconds: 1, run: (shouldStop) => sendMails.execute(shouldStop) },
      { name: 'compact-activity', everySeconds: 10, run: (shouldStop) => this.compact(shouldStop) },
      { name: 'purge-idempotency-keys', everySeconds: 60, run: this.purgeRun(deleteExpiredKeys) },
      { name: 'purge-dead-sessions', everySeconds: 600, run: this.purgeRun(deleteExpiredSessions) },
      { name: 'purge-password-resets', everySeconds: 600, run: this.purgeRun(deleteExpiredPasswordResets) },
      {
        name: 'purge-deleted-endpoints',
        everySeconds: 60,
        run: this.purgeRun(deleteDeliveriesWithoutEndpoint),
      },
      { name: 'purge-webhook-deliveries', everySeconds: 600, run: this.purgeRun(deleteOldDeliveries) },
      { name: 'purge-mails', everySeconds: 600, run: this.purgeRun(deleteOldMails) },
    ];
  }

  private settleJob(delayMs: number): RecurringJob {
    const settle = new SettleDueTransactions(this.due, this.ledger, this.clock, delayMs);
    return { name: 'settle-due', everySeconds: 1, run: (shouldStop) => settle.execute(shouldStop) };
  }

  private async compact(shouldStop: () => boolean): Promise<number> {
    let total = 0;
    while (!shouldStop()) {
      const { count } = await compactActivity(this.database.source, ROWS_AT_ONCE);
      total += count;
      if (count < ROWS_AT_ONCE) break;
    }
    return total;
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

import type { Clock } from '@florin/kernel';
import { BatchRunner } from '../batch-runner.js';
import type { CreatePaymentRequest } from '../payment-request/create-payment-request.js';
import type { PaymentsUnitOfWork } from '../stores.js';
import { issueBill } from './issue-bill.js';
import { advance } from './subscription.js';
import type { DueSubscription, SubscriptionReader } from './subscription.reader.js';

/** Safe to run concurrently: each subscription is checked again under its row lock, in a SQL transaction of its own. */
export class BillDueSubscriptions {
  private readonly runner = new BatchRunner<DueSubscription>(
    ({ dueAt, id }) => ({ at: dueAt, id }),
    (due) => this.billOne(due),
  );

  constructor(
    private readonly reader: SubscriptionReader,
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly createPaymentRequest: CreatePaymentRequest,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of billed subscriptions. A failure does not stop the others. */
  execute(isTimeUp?: () => boolean): Promise<number> {
    const now = this.clock.now();
    return this.runner.run((limit, after) => this.reader.findDue(now, limit, after), isTimeUp);
  }

  private billOne({ id, accountId }: DueSubscription): Promise<boolean> {
    return this.unitOfWork.run(async (stores) => {
      const payee = await stores.payees.lockShared(accountId);
      const ids = await stores.balances.lockForInsert(accountId);
      const subscription = await stores.subscriptions.lock(id, accountId);
      // The account may have been suspended since `findDue`; billing continues when it is active again.
      if (payee?.status !== 'active' || payee.currency !== subscription?.currency) return false;
      const decision = advance(subscription, ids.next('pay'), this.clock.now());
      if (decision === undefined) return false;
      await stores.subscriptions.save(decision.state);
      await issueBill(this.createPaymentRequest, stores, decision);
      return true;
    });
  }
}

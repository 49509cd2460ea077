import type { Clock } from '@florin/kernel';
import { InTurn } from '../in-turn.js';
import type { CreatePaymentRequest } from '../payment-request/create-payment-request.js';
import type { PaymentsUnitOfWork } from '../stores.js';
import { issueBill } from './issue-bill.js';
import { advance } from './subscription.js';
import type { DueSubscription, SubscriptionReader } from './subscription.reader.js';

/**
 * Brings every subscription to where it should be by now. Each is decided about alone, in a SQL transaction of its own
 * and under its lock: whoever comes second, in another process or after a crash, finds that nothing is due any more.
 */
export class BillDue {
  private readonly turns = new InTurn<DueSubscription>(
    ({ dueAt, id }) => ({ at: dueAt, id }),
    (due) => this.billOne(due),
  );

  constructor(
    private readonly reader: SubscriptionReader,
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly requests: CreatePaymentRequest,
    private readonly clock: Clock,
  ) {}

  /**
   * Answers how many it billed. One that cannot be billed does not keep the others waiting, and when very many are due, some
   * are left to the next run, as is whatever was not begun before `isOver`.
   */
  execute(isOver?: () => boolean): Promise<number> {
    const now = this.clock.now();
    return this.turns.run((limit, after) => this.reader.findDue(now, limit, after), isOver);
  }

  private billOne({ id, accountId }: DueSubscription): Promise<boolean> {
    return this.unitOfWork.run(async (stores) => {
      const payee = await stores.payees.hold(accountId);
      const ids = await stores.books.lockForNew(accountId);
      const subscription = await stores.subscriptions.lock(id, accountId);
      // The account may have been suspended since it was found due; then this waits like all others of its account.
      if (payee?.status !== 'active' || payee.currency !== subscription?.currency) return false;
      const decision = advance(subscription, ids.next('pay'), this.clock.now());
      if (decision === undefined) return false;
      await stores.subscriptions.save(decision.thing);
      await issueBill(this.requests, stores, decision);
      return true;
    });
  }
}

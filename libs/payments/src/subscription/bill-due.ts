import type { Clock, Ids } from '@florin/kernel';
import type { CreatePaymentRequest } from '../payment-request/create-payment-request.js';
import type { PaymentsUnitOfWork } from '../stores.js';
import { issueBill } from './issue-bill.js';
import { advance } from './subscription.js';
import type { DueSubscription, SubscriptionReader } from './subscription.reader.js';

const AT_ONCE = 100;

/**
 * Brings every subscription to where it should be by now. Each is decided about alone, in a SQL transaction of its own
 * and under its lock: whoever comes second, in another process or after a crash, finds that nothing is due any more.
 */
export class BillDue {
  constructor(
    private readonly reader: SubscriptionReader,
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly requests: CreatePaymentRequest,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Answers how many it billed. One that cannot be billed does not keep the others waiting. */
  async execute(): Promise<number> {
    const now = this.clock.now();
    const problems: unknown[] = [];
    let billed = 0;
    for (let last: DueSubscription | undefined; ;) {
      const found = await this.reader.findDue(now, AT_ONCE, last);
      for (const due of found) {
        try {
          if (await this.billOne(due)) billed += 1;
        } catch (error) {
          if (isUnavailable(error)) throw error;
          problems.push(error);
        }
      }
      last = found.at(-1);
      if (found.length < AT_ONCE) break;
    }
    if (problems.length > 0) throw new AggregateError(problems, `${problems.length} could not be billed.`);
    return billed;
  }

  private billOne({ id, accountId }: DueSubscription): Promise<boolean> {
    return this.unitOfWork.run(async (stores) => {
      await stores.payees.hold(accountId);
      const subscription = await stores.subscriptions.lock(id, accountId);
      const decision = subscription && advance(subscription, this.ids.next('pay'), this.clock.now());
      if (decision === undefined) return false;
      await stores.subscriptions.save(decision.thing);
      await issueBill(this.requests, stores, decision);
      return true;
    });
  }
}

/** A database that is away is away for every one of them. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'unavailable';

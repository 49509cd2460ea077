import type { Clock, Ids, Once, Outcome } from '@florin/kernel';
import type { CreatePaymentRequest } from '../payment-request/create-payment-request.js';
import { requireTakesNew } from '../payment-request/payee.js';
import type { PaymentsUnitOfWork } from '../stores.js';
import { issueBill } from './issue-bill.js';
import { type NewSubscription, start, type Subscription } from './subscription.js';

/** A subscription and its first request are there together, or neither is. */
export class CreateSubscription {
  constructor(
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly requests: CreatePaymentRequest,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  execute(input: NewSubscription, once?: Once<Subscription>): Promise<Outcome<Subscription>> {
    return this.unitOfWork.runOnce(once, async (stores) => {
      requireTakesNew(await stores.payees.hold(input.accountId), input.currency);
      await stores.books.lock(input.accountId);
      const decision = start(this.ids.next('sub'), this.ids.next('pay'), input, this.clock.now());
      await stores.subscriptions.add(decision.thing);
      await issueBill(this.requests, stores, decision);
      return decision.thing;
    });
  }
}

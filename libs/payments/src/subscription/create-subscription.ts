import type { Clock, Once, Outcome } from '@florin/kernel';
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
    private readonly clock: Clock,
  ) {}

  execute(input: NewSubscription, once?: Once<Subscription>, actor?: string): Promise<Outcome<Subscription>> {
    return this.unitOfWork.runOnce(
      once,
      async (stores) => {
        requireTakesNew(await stores.payees.hold(input.accountId), input.currency);
        const ids = await stores.books.lockForNew(input.accountId);
        const decision = start(ids.next('sub'), ids.next('pay'), input, this.clock.now());
        await stores.subscriptions.add(decision.thing);
        await issueBill(this.requests, stores, decision);
        return decision.thing;
      },
      actor,
    );
  }
}

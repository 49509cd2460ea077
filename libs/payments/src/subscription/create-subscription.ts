import type { Clock, IdempotentRequest, Outcome } from '@florin/kernel';
import type { CreatePaymentRequest } from '../payment-request/create-payment-request.js';
import { requireActivePayee } from '../payment-request/payee.js';
import type { PaymentsUnitOfWork } from '../stores.js';
import { issueBill } from './issue-bill.js';
import { type NewSubscription, start, type Subscription } from './subscription.js';

/** Commits the subscription together with its first request. */
export class CreateSubscription {
  constructor(
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly createPaymentRequest: CreatePaymentRequest,
    private readonly clock: Clock,
  ) {}

  execute(
    input: NewSubscription,
    idempotentRequest?: IdempotentRequest<Subscription>,
    actor?: string,
  ): Promise<Outcome<Subscription>> {
    return this.unitOfWork.runIdempotent(
      idempotentRequest,
      async (stores) => {
        requireActivePayee(await stores.payees.lockShared(input.accountId), input.currency);
        const ids = await stores.balances.lockForInsert(input.accountId);
        const decision = start(ids.next('sub'), ids.next('pay'), input, this.clock.now());
        await stores.subscriptions.add(decision.state);
        await issueBill(this.createPaymentRequest, stores, decision);
        return decision.state;
      },
      actor,
    );
  }
}

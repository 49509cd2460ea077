import type { Clock, IdempotentRequest, Outcome, PaymentRequestId } from '@florin/kernel';
import type { PaymentsStores, PaymentsUnitOfWork } from '../stores.js';
import type { PageSecrets } from './page-secrets.js';
import { requireActivePayee } from './payee.js';
import { create, type NewPaymentRequest, type PaymentRequest } from './payment-request.js';

export class CreatePaymentRequest {
  constructor(
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly secrets: PageSecrets,
    private readonly clock: Clock,
  ) {}

  execute(
    input: NewPaymentRequest,
    idempotentRequest?: IdempotentRequest<PaymentRequest>,
    actor?: string,
  ): Promise<Outcome<PaymentRequest>> {
    return this.unitOfWork.runIdempotent(
      idempotentRequest,
      (stores) => this.executeWithin(stores, input),
      actor,
    );
  }

  /** For a subscription, which issues requests in its own unit of work. */
  async executeWithin(
    { payees, balances, requests, events }: PaymentsStores,
    input: NewPaymentRequest,
    assigned?: { readonly id: PaymentRequestId; readonly now: Date },
  ): Promise<PaymentRequest> {
    requireActivePayee(await payees.lockShared(input.accountId), input.currency);
    // The clock is read under the lock of the balance; so is the `now` of a caller that passes it.
    const { id, now } = assigned ?? {
      id: (await balances.lockForInsert(input.accountId)).next('pay'),
      now: this.clock.now(),
    };
    const { state: request, events: newEvents } = create(id, input, now);
    await requests.add(request, this.secrets.digestOf(this.secrets.secretOf(request.id)));
    await events.append(newEvents, request.createdAt);
    return request;
  }
}

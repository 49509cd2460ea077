import type { Clock, Once, Outcome, PaymentRequestId } from '@florin/kernel';
import type { PaymentsStores, PaymentsUnitOfWork } from '../stores.js';
import type { PageSecrets } from './page-secrets.js';
import { requireTakesNew } from './payee.js';
import { create, type NewPaymentRequest, type PaymentRequest } from './payment-request.js';

export class CreatePaymentRequest {
  constructor(
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly secrets: PageSecrets,
    private readonly clock: Clock,
  ) {}

  execute(
    input: NewPaymentRequest,
    once?: Once<PaymentRequest>,
    actor?: string,
  ): Promise<Outcome<PaymentRequest>> {
    return this.unitOfWork.runOnce(once, (stores) => this.within(stores, input), actor);
  }

  /** For a subscription, which issues requests in the unit of work of its own change. */
  async within(
    { payees, books, requests, events }: PaymentsStores,
    input: NewPaymentRequest,
    decided?: { readonly id: PaymentRequestId; readonly now: Date },
  ): Promise<PaymentRequest> {
    requireTakesNew(await payees.hold(input.accountId), input.currency);
    // The clock is asked under the lock; whoever hands in what it has decided has asked it there, too.
    const { id, now } = decided ?? {
      id: (await books.lockForNew(input.accountId)).next('pay'),
      now: this.clock.now(),
    };
    const { thing, events: told } = create(id, input, now);
    await requests.add(thing, this.secrets.digestOf(this.secrets.secretOf(thing.id)));
    await events.append(told, thing.createdAt);
    return thing;
  }
}

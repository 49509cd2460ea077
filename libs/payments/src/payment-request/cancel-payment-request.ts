import type { AccountId, Clock, PaymentRequestId } from '@florin/kernel';
import type { PaymentsUnitOfWork } from '../stores.js';
import { requestNotFound } from './get-payment-request.js';
import { cancel, type PaymentRequest } from './payment-request.js';

export class CancelPaymentRequest {
  constructor(
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute(id: PaymentRequestId | undefined, accountId: AccountId | undefined): Promise<PaymentRequest> {
    if (id === undefined) throw requestNotFound();
    return this.unitOfWork.run(async ({ requests, events }) => {
      const request = await requests.lock(id, accountId);
      if (request === undefined) throw requestNotFound();
      const { thing, events: told } = cancel(request, this.clock.now());
      await requests.save(thing);
      await events.append(told, thing.updatedAt);
      return thing;
    });
  }
}

import type { AccountId, Clock, PaymentRequestId } from '@florin/kernel';
import type { PaymentsUnitOfWork } from '../stores.js';
import { requestNotFound } from './get-payment-request.js';
import { cancel, type PaymentRequest } from './payment-request.js';
import type { PaymentRequestReader } from './payment-request.reader.js';

export class CancelPaymentRequest {
  constructor(
    private readonly reader: PaymentRequestReader,
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute(
    id: PaymentRequestId | undefined,
    accountId: AccountId | undefined,
    actor?: string,
  ): Promise<PaymentRequest> {
    const seen = id === undefined ? undefined : await this.reader.find(id, accountId);
    if (seen === undefined) throw requestNotFound();
    return this.unitOfWork.run(async ({ books, requests, events }) => {
      await books.lock(seen.accountId);
      const request = await requests.lock(seen.id, seen.accountId);
      if (request === undefined) throw requestNotFound();
      const { thing, events: told } = cancel(request, this.clock.now());
      await requests.save(thing);
      await events.append(told, thing.updatedAt);
      return thing;
    }, actor);
  }
}

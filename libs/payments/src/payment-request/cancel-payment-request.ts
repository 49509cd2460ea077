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
    const existing = id === undefined ? undefined : await this.reader.find(id, accountId);
    if (existing === undefined) throw requestNotFound();
    return this.unitOfWork.run(async ({ balances, requests, events }) => {
      await balances.lock(existing.accountId);
      const request = await requests.lock(existing.id, existing.accountId);
      if (request === undefined) throw requestNotFound();
      const { state: canceled, events: newEvents } = cancel(request, this.clock.now());
      await requests.save(canceled);
      await events.append(newEvents, canceled.updatedAt);
      return canceled;
    }, actor);
  }
}

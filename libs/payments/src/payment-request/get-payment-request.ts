import type { AccountId, PaymentRequestId } from '@florin/kernel';
import { refusal } from '../errors.js';
import type { PaymentRequest } from './payment-request.js';
import type { PaymentRequestReader } from './payment-request.reader.js';

export class GetPaymentRequest {
  constructor(private readonly reader: PaymentRequestReader) {}

  /** `accountId` is the caller's account scope; undefined for callers that see all accounts. */
  async execute(id: PaymentRequestId | undefined, accountId: AccountId | undefined): Promise<PaymentRequest> {
    const request = id === undefined ? undefined : await this.reader.find(id, accountId);
    if (request === undefined) throw requestNotFound();
    return request;
  }
}

export const requestNotFound = () => refusal('not_found', 'There is no such payment request.');

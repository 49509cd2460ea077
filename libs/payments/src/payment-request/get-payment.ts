import type { AccountId, PaymentRequestId } from '@florin/kernel';
import type { GetPaymentRequest } from './get-payment-request.js';
import { paymentOf, type PaymentWithAttempts } from './payment.js';
import type { PaymentRequestReader } from './payment-request.reader.js';

export class GetPayment {
  constructor(
    private readonly getRequest: GetPaymentRequest,
    private readonly reader: PaymentRequestReader,
  ) {}

  /** `accountId` is the caller's account scope; undefined for callers that see all accounts. */
  async execute(
    id: PaymentRequestId | undefined,
    accountId: AccountId | undefined,
  ): Promise<PaymentWithAttempts> {
    const request = await this.getRequest.execute(id, accountId);
    const attempts = await this.reader.findAttempts([request]);
    return { ...paymentOf(request, attempts), attempts };
  }
}

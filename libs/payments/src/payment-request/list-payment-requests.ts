import type { CursorPage, CursorRequest, PaymentRequestId } from '@florin/kernel';
import type { PaymentRequest } from './payment-request.js';
import type { PaymentRequestFilter, PaymentRequestReader } from './payment-request.reader.js';

export class ListPaymentRequests {
  constructor(private readonly reader: PaymentRequestReader) {}

  execute(
    filter: PaymentRequestFilter,
    request: CursorRequest<PaymentRequestId>,
  ): Promise<CursorPage<PaymentRequest>> {
    return this.reader.list(filter, request);
  }
}

import { type Payment, paymentOf } from './payment.js';
import type { PaymentRequest } from './payment-request.js';
import type { PaymentRequestReader } from './payment-request.reader.js';

/** Adds to the requests of a list how each was paid. */
export class DescribePayments {
  constructor(private readonly reader: PaymentRequestReader) {}

  async execute(requests: readonly PaymentRequest[]): Promise<readonly Payment[]> {
    // A request has no limit of failed and voided attempts.
    const attempts = await this.reader.findAttempts(requests, ['approved', 'declined']);
    const attemptsOf = Map.groupBy(attempts, ({ paymentRequestId }) => paymentRequestId);
    return requests.map((request) => paymentOf(request, attemptsOf.get(request.id)));
  }
}

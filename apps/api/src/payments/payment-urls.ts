import type { PaymentRequestId } from '@florin/kernel';
import type { PageSecrets, Payment } from '@florin/payments';
import type { PublicAddress } from '../config/public-address.js';
import { type PaymentBody, type PaymentFields, paymentFields } from './payment.dto.js';

/** The URLs of payment pages. They contain a secret that is never stored, but derived from the id. */
export class PaymentUrls {
  constructor(
    private readonly secrets: PageSecrets,
    private readonly service: PublicAddress,
  ) {}

  urlOf(id: PaymentRequestId): string {
    return `${this.service.url}/pay/${this.secrets.secretOf(id)}`;
  }

  withUrl(fields: PaymentFields): PaymentBody {
    return Object.assign({}, fields, { payment_url: this.urlOf(fields.id) });
  }

  bodyOf(payment: Payment): PaymentBody {
    return this.withUrl(paymentFields(payment));
  }
}

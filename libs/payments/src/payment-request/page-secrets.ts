import type { PaymentRequestId } from '@florin/kernel';

/** The secret of a payment page's URL is derived from the request's id and a key. Only its digest is stored. */
export abstract class PageSecrets {
  abstract secretOf(id: PaymentRequestId): string;
  abstract digestOf(secret: string): string;
}

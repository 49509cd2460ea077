import type { PaymentRequestId } from '@florin/kernel';

/**
 * The unguessable part of a payment page's address. It follows from the request's id for whoever knows our key, so it
 * can be shown again without being kept; what is kept is its digest, by which a page is found.
 */
export abstract class PageSecrets {
  abstract secretOf(id: PaymentRequestId): string;
  abstract digestOf(secret: string): string;
}

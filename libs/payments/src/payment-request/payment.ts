import type { CardSummary } from '../processor/card.js';
import type { DeclineReason } from '../processor/payment-processor.js';
import type { Attempt } from './attempt.js';
import type { PaymentRequest } from './payment-request.js';

/** A request and how it was paid. */
export interface Payment {
  readonly request: PaymentRequest;
  readonly paidAt: Date | undefined;
  readonly card: CardSummary | undefined;
  /** Of the latest declined card, also after another card was approved. */
  readonly lastDeclineReason: DeclineReason | undefined;
}

export type PaymentWithAttempts = Payment & { readonly attempts: readonly Attempt[] };

/** `attempts` are those of the request, by number. They may be newer than the request, which was read before them. */
export function paymentOf(request: PaymentRequest, attempts: readonly Attempt[] = []): Payment {
  const paid =
    request.status === 'succeeded' ? attempts.find(({ status }) => status === 'approved') : undefined;
  const declined = attempts.findLast(({ status }) => status === 'declined');
  return {
    request,
    paidAt: paid?.endedAt,
    card: paid && { brand: paid.brand, last4: paid.last4 },
    lastDeclineReason: declined?.declineReason,
  };
}

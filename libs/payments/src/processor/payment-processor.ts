import type { Money } from '@florin/kernel';
import type { Card } from './card.js';

declare const chargeKey: unique symbol;
/** Idempotency key of one attempt at the processor. Never reused. */
export type ChargeKey = string & { readonly [chargeKey]: true };

export const DECLINE_REASONS = ['card_declined', 'insufficient_funds'] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

export type ChargeOutcome =
  | { readonly kind: 'approved' }
  | { readonly kind: 'declined'; readonly reason: DeclineReason }
  /** A failure of the processor. Nothing was charged, and the card was not declined. */
  | { readonly kind: 'failed' }
  /** The key was voided before a charge arrived. Nothing was charged, and nothing will be. */
  | { readonly kind: 'voided' };

export interface ChargeOrder {
  readonly key: ChargeKey;
  readonly money: Money;
  readonly card: Card;
}

declare const refundKey: unique symbol;
/** Idempotency key of one refund at the processor. Never reused. */
export type RefundKey = string & { readonly [refundKey]: true };

export const REFUND_FAILURE_REASONS = ['refund_declined'] as const;
export type RefundFailureReason = (typeof REFUND_FAILURE_REASONS)[number];

export type RefundOutcome =
  { readonly kind: 'succeeded' } | { readonly kind: 'failed'; readonly reason: RefundFailureReason };

export interface RefundOrder {
  readonly key: RefundKey;
  /** The approved charge that is refunded, all of it or a part. */
  readonly chargeKey: ChargeKey;
  readonly money: Money;
}

/** Thrown when a charge times out. Handle `lateOutcome`: the charge may still be approved. */
export class ChargeTimeoutError extends Error {
  override readonly name = 'ChargeTimeoutError';

  constructor(
    message: string,
    readonly lateOutcome: Promise<ChargeOutcome>,
  ) {
    super(message);
  }
}

/** An external system: never called while a SQL transaction is open. After an error the outcome is unknown. */
export abstract class PaymentProcessor {
  /** Charges at most once per key: a repeated call returns the first outcome. */
  abstract charge(order: ChargeOrder): Promise<ChargeOutcome>;

  /** The final outcome of a charge. An unknown key is voided, so that a charge that arrives later is refused. */
  abstract resolve(key: ChargeKey): Promise<ChargeOutcome>;

  /** Reverses an approved charge. Idempotent. */
  abstract reverse(key: ChargeKey): Promise<void>;

  /** Refunds at most once per key: a repeated call returns the first outcome. Never voided, so it can always be repeated. */
  abstract refund(order: RefundOrder): Promise<RefundOutcome>;
}

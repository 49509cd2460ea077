import type { Money } from '@florin/kernel';
import type { Card } from './card.js';

declare const chargeKey: unique symbol;
/** Names one attempt to the processor, for ever. */
export type ChargeKey = string & { readonly [chargeKey]: true };

export const DECLINE_REASONS = ['card_declined', 'insufficient_funds'] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

export type ChargeOutcome =
  | { readonly kind: 'approved' }
  | { readonly kind: 'declined'; readonly reason: DeclineReason }
  /** The processor could not do it. Nothing was taken, and it says nothing about the card. */
  | { readonly kind: 'failed' }
  /** The key was voided before a charge arrived. Nothing was taken, and nothing will be. */
  | { readonly kind: 'voided' };

export interface ChargeOrder {
  readonly key: ChargeKey;
  readonly money: Money;
  readonly card: Card;
}

/**
 * Thrown for a charge by somebody who waits no longer. The answer may still come, and has to be heard: it may be that the
 * money was taken, after a question in between was answered as if it never would be.
 */
export class StillCharging extends Error {
  override readonly name = 'StillCharging';

  constructor(
    message: string,
    readonly inTheEnd: Promise<ChargeOutcome>,
  ) {
    super(message);
  }
}

/**
 * Whoever takes money from cards. It is a system of its own: it is never called while a SQL transaction is open, and
 * an error from it means that the outcome is unknown, not that nothing happened.
 */
export abstract class PaymentProcessor {
  /** Charges at most once for a key: asked again, it answers what it answered the first time. */
  abstract charge(order: ChargeOrder): Promise<ChargeOutcome>;

  /**
   * What became of the charge with that key. If none was ever seen, the key is voided, so that one that is still on
   * its way will be refused: after this answer the outcome does not change any more.
   */
  abstract resolve(key: ChargeKey): Promise<ChargeOutcome>;

  /** Gives back what an approved charge took. Asked again, it has been done already. */
  abstract reverse(key: ChargeKey): Promise<void>;
}

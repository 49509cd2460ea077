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

/** Thrown when a charge times out. The late outcome must be handled: the money may have been taken after all. */
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
  /** Charges at most once for a key: asked again, it answers what it answered the first time. */
  abstract charge(order: ChargeOrder): Promise<ChargeOutcome>;

  /** The final outcome of a charge. An unknown key is voided, so that a charge that is still on its way is refused. */
  abstract resolve(key: ChargeKey): Promise<ChargeOutcome>;

  /** Gives back what an approved charge took. Asked again, it has been done already. */
  abstract reverse(key: ChargeKey): Promise<void>;
}

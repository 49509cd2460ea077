import type { Money } from '@florin/kernel';
import {
  type ChargeKey,
  type ChargeOrder,
  type ChargeOutcome,
  PaymentProcessor,
} from '../processor/payment-processor.js';

interface MemoryCharge {
  readonly money: Money | undefined;
  readonly outcome: ChargeOutcome;
  readonly reversed: boolean;
}

/** Uses the test cards of the sandbox processor. */
export class MemoryProcessor extends PaymentProcessor {
  private readonly charges = new Map<ChargeKey, MemoryCharge>();

  charge({ key, money, card }: ChargeOrder): Promise<ChargeOutcome> {
    const known = this.charges.get(key) ?? { money, outcome: outcomeForCard(card.number), reversed: false };
    this.charges.set(key, known);
    return Promise.resolve(known.outcome);
  }

  resolve(key: ChargeKey): Promise<ChargeOutcome> {
    const known = this.charges.get(key);
    if (known !== undefined) return Promise.resolve(known.outcome);
    const outcome: ChargeOutcome = { kind: 'voided' };
    this.charges.set(key, { money: undefined, outcome, reversed: false });
    return Promise.resolve(outcome);
  }

  reverse(key: ChargeKey): Promise<void> {
    const charge = this.charges.get(key);
    if (charge?.outcome.kind !== 'approved')
      return Promise.reject(new Error(`No approved charge for key ${key}.`));
    this.charges.set(key, { ...charge, reversed: true });
    return Promise.resolve();
  }

  /** The sum of approved charges that are not reversed. */
  taken(): number {
    const charges = [...this.charges.values()];
    const captured = charges.filter(({ outcome, reversed }) => outcome.kind === 'approved' && !reversed);
    return captured.reduce((sum, { money }) => sum + (money?.amount ?? 0), 0);
  }
}

function outcomeForCard(number: string): ChargeOutcome {
  if (number.endsWith('0002')) return { kind: 'declined', reason: 'card_declined' };
  if (number.endsWith('9995')) return { kind: 'declined', reason: 'insufficient_funds' };
  return { kind: number.endsWith('0119') ? 'failed' : 'approved' };
}

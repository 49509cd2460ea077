import type { Money } from '@florin/kernel';
import {
  type ChargeKey,
  type ChargeOrder,
  type ChargeOutcome,
  PaymentProcessor,
  type RefundKey,
  type RefundOrder,
  type RefundOutcome,
} from '../processor/payment-processor.js';

interface MemoryCharge {
  readonly money: Money | undefined;
  readonly outcome: ChargeOutcome;
  readonly reversed: boolean;
  readonly refundsFail: boolean;
}

/** Uses the test cards of the sandbox processor. */
export class MemoryProcessor extends PaymentProcessor {
  private readonly charges = new Map<ChargeKey, MemoryCharge>();

  private readonly refunds = new Map<
    RefundKey,
    { readonly amount: number; readonly outcome: RefundOutcome }
  >();

  charge({ key, money, card: { number } }: ChargeOrder): Promise<ChargeOutcome> {
    const known = this.charges.get(key) ?? {
      money,
      outcome: outcomeForCard(number),
      reversed: false,
      refundsFail: number.endsWith('5126'),
    };
    this.charges.set(key, known);
    return Promise.resolve(known.outcome);
  }

  resolve(key: ChargeKey): Promise<ChargeOutcome> {
    const known = this.charges.get(key);
    if (known !== undefined) return Promise.resolve(known.outcome);
    const outcome: ChargeOutcome = { kind: 'voided' };
    this.charges.set(key, { money: undefined, outcome, reversed: false, refundsFail: false });
    return Promise.resolve(outcome);
  }

  reverse(key: ChargeKey): Promise<void> {
    const charge = this.charges.get(key);
    if (charge?.outcome.kind !== 'approved')
      return Promise.reject(new Error(`No approved charge for key ${key}.`));
    this.charges.set(key, { ...charge, reversed: true });
    return Promise.resolve();
  }

  refund({ key, chargeKey, money: { amount } }: RefundOrder): Promise<RefundOutcome> {
    const known = this.refunds.get(key);
    if (known !== undefined) return Promise.resolve(known.outcome);
    const charge = this.charges.get(chargeKey);
    if (charge?.outcome.kind !== 'approved' || charge.reversed)
      return Promise.reject(new Error(`No approved charge for key ${chargeKey}.`));
    const outcome: RefundOutcome = charge.refundsFail
      ? { kind: 'failed', reason: 'refund_declined' }
      : { kind: 'succeeded' };
    this.refunds.set(key, { amount, outcome });
    return Promise.resolve(outcome);
  }

  /** The sum of succeeded refunds. */
  returned(): number {
    const succeeded = [...this.refunds.values()].filter(({ outcome }) => outcome.kind === 'succeeded');
    return succeeded.reduce((sum, { amount }) => sum + amount, 0);
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

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

/** A processor that answers as it is told, and remembers. `before` and `after` can hold a call up or break it. */
export class MemoryProcessor extends PaymentProcessor {
  readonly charges = new Map<ChargeKey, MemoryCharge>();
  answer: ChargeOutcome = { kind: 'approved' };
  before: () => Promise<void> | void = () => undefined;
  after: () => Promise<void> | void = () => undefined;
  reversing: () => Promise<void> | void = () => undefined;

  async charge({ key, money }: ChargeOrder): Promise<ChargeOutcome> {
    await this.before();
    const known = this.charges.get(key);
    if (known === undefined) this.charges.set(key, { money, outcome: this.answer, reversed: false });
    await this.after();
    return known?.outcome ?? this.answer;
  }

  resolve(key: ChargeKey): Promise<ChargeOutcome> {
    const known = this.charges.get(key);
    if (known !== undefined) return Promise.resolve(known.outcome);
    const outcome: ChargeOutcome = { kind: 'voided' };
    this.charges.set(key, { money: undefined, outcome, reversed: false });
    return Promise.resolve(outcome);
  }

  async reverse(key: ChargeKey): Promise<void> {
    await this.reversing();
    const charge = this.charges.get(key);
    if (charge?.outcome.kind !== 'approved') throw new Error('Nothing was taken under this key.');
    this.charges.set(key, { ...charge, reversed: true });
  }

  /** What the customer is out of pocket. */
  taken(): number {
    const kept = [...this.charges.values()].filter(
      ({ outcome, reversed }) => outcome.kind === 'approved' && !reversed,
    );
    return kept.reduce((sum, { money }) => sum + (money?.amount ?? 0), 0);
  }
}

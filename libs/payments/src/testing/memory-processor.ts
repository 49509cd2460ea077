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

/** What a test does to a processor: hold a call up or break it, before or after it has done its work. */
export class ProcessorMoments {
  beforeCharge: () => Promise<void> = () => Promise.resolve();
  afterCharge: () => Promise<void> = () => Promise.resolve();
  /** Only the processor in memory knows it: no contract asks it of another. */
  beforeResolve: () => Promise<void> = () => Promise.resolve();
  beforeReverse: () => Promise<void> = () => Promise.resolve();
}

/**
 * What a test does and expects while a card is being charged. Whoever charges takes a failure in there for one of the
 * processor and goes on, so that the test has to ask afterwards whether it `passed`.
 */
export class Meanwhile {
  private result: Promise<void> | undefined;

  constructor(private readonly work: () => Promise<void>) {}

  readonly happen = (): Promise<void> => (this.result ??= this.work());

  async passed(): Promise<void> {
    if (this.result === undefined) throw new Error('No card was charged.');
    await this.result;
  }
}

/** A processor with cards of the same fates as the sandbox's. */
export class MemoryProcessor extends PaymentProcessor {
  private readonly charges = new Map<ChargeKey, MemoryCharge>();

  constructor(readonly moments = new ProcessorMoments()) {
    super();
  }

  async charge({ key, money, card }: ChargeOrder): Promise<ChargeOutcome> {
    await this.moments.beforeCharge();
    const known = this.charges.get(key) ?? { money, outcome: fateOf(card.number), reversed: false };
    this.charges.set(key, known);
    await this.moments.afterCharge();
    return known.outcome;
  }

  async resolve(key: ChargeKey): Promise<ChargeOutcome> {
    await this.moments.beforeResolve();
    const known = this.charges.get(key);
    if (known !== undefined) return known.outcome;
    const outcome: ChargeOutcome = { kind: 'voided' };
    this.charges.set(key, { money: undefined, outcome, reversed: false });
    return outcome;
  }

  async reverse(key: ChargeKey): Promise<void> {
    await this.moments.beforeReverse();
    const charge = this.charges.get(key);
    if (charge?.outcome.kind !== 'approved') throw new Error('Nothing was taken under this key.');
    this.charges.set(key, { ...charge, reversed: true });
  }

  /** What customers are out of pocket. */
  taken(): number {
    const charges = [...this.charges.values()];
    const kept = charges.filter(({ outcome, reversed }) => outcome.kind === 'approved' && !reversed);
    return kept.reduce((sum, { money }) => sum + (money?.amount ?? 0), 0);
  }
}

function fateOf(number: string): ChargeOutcome {
  if (number.endsWith('0002')) return { kind: 'declined', reason: 'card_declined' };
  if (number.endsWith('9995')) return { kind: 'declined', reason: 'insufficient_funds' };
  return { kind: number.endsWith('0119') ? 'failed' : 'approved' };
}

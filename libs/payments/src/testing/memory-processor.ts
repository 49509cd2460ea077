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
export class ProcessorHooks {
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
export class DuringCharge {
  private result: Promise<void> | undefined;

  constructor(private readonly work: () => Promise<void>) {}

  readonly run = (): Promise<void> => (this.result ??= this.work());

  async assertPassed(): Promise<void> {
    if (this.result === undefined) throw new Error('No card was charged.');
    await this.result;
  }
}

/** A processor with cards of the same fates as the sandbox's. */
export class MemoryProcessor extends PaymentProcessor {
  private readonly charges = new Map<ChargeKey, MemoryCharge>();

  constructor(readonly hooks = new ProcessorHooks()) {
    super();
  }

  async charge({ key, money, card }: ChargeOrder): Promise<ChargeOutcome> {
    await this.hooks.beforeCharge();
    const known = this.charges.get(key) ?? { money, outcome: outcomeForCard(card.number), reversed: false };
    this.charges.set(key, known);
    await this.hooks.afterCharge();
    return known.outcome;
  }

  async resolve(key: ChargeKey): Promise<ChargeOutcome> {
    await this.hooks.beforeResolve();
    const known = this.charges.get(key);
    if (known !== undefined) return known.outcome;
    const outcome: ChargeOutcome = { kind: 'voided' };
    this.charges.set(key, { money: undefined, outcome, reversed: false });
    return outcome;
  }

  async reverse(key: ChargeKey): Promise<void> {
    await this.hooks.beforeReverse();
    const charge = this.charges.get(key);
    if (charge?.outcome.kind !== 'approved') throw new Error('No approved charge exists for this key.');
    this.charges.set(key, { ...charge, reversed: true });
  }

  /** What customers are out of pocket. */
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

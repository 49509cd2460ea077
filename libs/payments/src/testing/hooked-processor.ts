import { MemoryProcessor } from '../memory/memory-processor.js';
import type { ChargeKey, ChargeOrder, ChargeOutcome } from '../processor/payment-processor.js';

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

/** Runs a test's hooks around each call. */
export class HookedProcessor extends MemoryProcessor {
  constructor(readonly hooks = new ProcessorHooks()) {
    super();
  }

  override async charge(order: ChargeOrder): Promise<ChargeOutcome> {
    await this.hooks.beforeCharge();
    const outcome = await super.charge(order);
    await this.hooks.afterCharge();
    return outcome;
  }

  override async resolve(key: ChargeKey): Promise<ChargeOutcome> {
    await this.hooks.beforeResolve();
    return super.resolve(key);
  }

  override async reverse(key: ChargeKey): Promise<void> {
    await this.hooks.beforeReverse();
    return super.reverse(key);
  }
}

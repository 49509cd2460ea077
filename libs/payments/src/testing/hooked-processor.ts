import { MemoryProcessor } from '../memory/memory-processor.js';
import type {
  ChargeKey,
  ChargeOrder,
  ChargeOutcome,
  RefundOrder,
  RefundOutcome,
} from '../processor/payment-processor.js';

/** Hooks with which a test delays or fails a call, before or after its work. */
export class ProcessorHooks {
  beforeCharge: () => Promise<void> = () => Promise.resolve();
  afterCharge: () => Promise<void> = () => Promise.resolve();
  /** Only `HookedProcessor` calls it, so contracts do not use it. */
  beforeResolve: () => Promise<void> = () => Promise.resolve();
  beforeReverse: () => Promise<void> = () => Promise.resolve();
  beforeRefund: () => Promise<void> = () => Promise.resolve();
  afterRefund: () => Promise<void> = () => Promise.resolve();
}

/**
 * Assertions that run while a card is being charged. The caller of the processor treats a failed assertion as a failed call
 * and continues, so the test has to call `assertPassed` afterwards.
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

  override async refund(order: RefundOrder): Promise<RefundOutcome> {
    await this.hooks.beforeRefund();
    const outcome = await super.refund(order);
    await this.hooks.afterRefund();
    return outcome;
  }
}

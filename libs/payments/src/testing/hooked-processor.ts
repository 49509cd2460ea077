import { MemoryProcessor } from '../memory/memory-processor.js';
import type { PaymentProcessor } from '../processor/payment-processor.js';

/** Hooks with which a test delays or fails a call, before or after its work. */
export class ProcessorHooks {
  beforeCharge: () => Promise<void> = () => Promise.resolve();
  afterCharge: () => Promise<void> = () => Promise.resolve();
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

/**
 * Runs a test's hooks around each call. The original methods are bound, so that the result can replace the methods of the
 * processor of a running service.
 */
export function withHooks(processor: PaymentProcessor, hooks: Partial<ProcessorHooks>): PaymentProcessor {
  const charge = processor.charge.bind(processor);
  const resolve = processor.resolve.bind(processor);
  const reverse = processor.reverse.bind(processor);
  const refund = processor.refund.bind(processor);
  return {
    charge: async (order) => {
      await hooks.beforeCharge?.();
      const outcome = await charge(order);
      await hooks.afterCharge?.();
      return outcome;
    },
    resolve: async (key) => {
      await hooks.beforeResolve?.();
      return resolve(key);
    },
    reverse: async (key) => {
      await hooks.beforeReverse?.();
      return reverse(key);
    },
    refund: async (order) => {
      await hooks.beforeRefund?.();
      const outcome = await refund(order);
      await hooks.afterRefund?.();
      return outcome;
    },
  };
}

/** The memory processor with hooks. */
export class HookedProcessor extends MemoryProcessor {
  constructor(readonly hooks = new ProcessorHooks()) {
    super();
    Object.assign(this, withHooks(this, hooks));
  }
}

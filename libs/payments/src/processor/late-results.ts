import type { ChargeKey } from './payment-processor.js';

/** Retries and reporting for an outcome that arrived after the charge timed out. */
export abstract class LateResults {
  abstract pause(milliseconds: number): Promise<void>;
  /** Called after the last retry: the customer may have been charged without a credit, or twice. */
  abstract onRetriesExhausted(key: ChargeKey, error: unknown): void;
}

/** For a processor without a timeout. */
export class NoLateResults extends LateResults {
  pause(): Promise<void> {
    return Promise.resolve();
  }

  onRetriesExhausted(): void {}
}

import type { ChargeKey } from './payment-processor.js';

/** For a processor's answer that came after its caller stopped waiting, and could not be acted upon. */
export abstract class LateResults {
  abstract pause(milliseconds: number): Promise<void>;
  /** Told when it was tried often enough: somebody may have paid twice. */
  abstract onRetriesExhausted(key: ChargeKey, error: unknown): void;
}

/** For a processor that is waited for however long it takes, so that nothing comes late. */
export class NoLateResults extends LateResults {
  pause(): Promise<void> {
    return Promise.resolve();
  }

  onRetriesExhausted(): void {}
}

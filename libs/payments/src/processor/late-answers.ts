import type { ChargeKey } from './payment-processor.js';

/** What becomes of an answer that came after it was waited for, when it cannot be looked at. */
export abstract class LateAnswers {
  abstract pause(milliseconds: number): Promise<void>;
  /** Told when it was tried often enough: somebody may have paid twice. */
  abstract onUnheard(key: ChargeKey, trouble: unknown): void;
}

/** For a processor that is waited for however long it takes, so that nothing comes late. */
export class NoLateAnswers extends LateAnswers {
  pause(): Promise<void> {
    return Promise.resolve();
  }

  onUnheard(): void {}
}

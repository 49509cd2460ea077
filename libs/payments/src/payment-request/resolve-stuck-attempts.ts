import { type Clock, later } from '@florin/kernel';
import type { PaymentProcessor } from '../processor/payment-processor.js';
import { type Attempt, chargeKeyOf } from './attempt.js';
import type { ConcludeAttempt } from './conclude-attempt.js';
import type { PaymentRequestReader } from './payment-request.reader.js';

const AT_ONCE = 100;

/**
 * Finds attempts that were begun and never ended, because whoever began them is gone, and brings them to their end by
 * asking the processor. It may run twice, in two processes, beside the one that is still charging, or die anywhere:
 * the processor's answer for a key never changes once it was asked here, and an attempt is concluded once.
 */
export class ResolveStuckAttempts {
  constructor(
    private readonly reader: PaymentRequestReader,
    private readonly processor: PaymentProcessor,
    private readonly conclusion: ConcludeAttempt,
    private readonly clock: Clock,
    private readonly stuckAfterMs: number,
  ) {}

  /** Answers how many it brought to their end. One that cannot be resolved now does not keep the others waiting. */
  async execute(): Promise<number> {
    const startedUntil = later(this.clock.now(), -this.stuckAfterMs);
    const problems: unknown[] = [];
    let resolved = 0;
    for (;;) {
      const stuck = await this.reader.findUnended(startedUntil, AT_ONCE, problems.length);
      for (const attempt of stuck) {
        try {
          await this.resolve(attempt);
          resolved += 1;
        } catch (error) {
          problems.push(error);
        }
      }
      if (stuck.length < AT_ONCE) break;
    }
    if (problems.length > 0)
      throw new AggregateError(problems, `${problems.length} attempts stay unresolved.`);
    return resolved;
  }

  private async resolve(attempt: Attempt): Promise<Attempt> {
    if (attempt.status === 'reversing') return this.conclusion.giveBack(attempt);
    return this.conclusion.execute(attempt, await this.processor.resolve(chargeKeyOf(attempt)));
  }
}

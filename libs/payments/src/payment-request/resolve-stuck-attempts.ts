import { type Clock, later } from '@florin/kernel';
import { InTurn } from '../in-turn.js';
import type { PaymentProcessor } from '../processor/payment-processor.js';
import { type Attempt, chargeKeyOf } from './attempt.js';
import type { ConcludeAttempt } from './conclude-attempt.js';
import type { PaymentRequestReader } from './payment-request.reader.js';

/**
 * Finds attempts that were begun and never ended, because whoever began them is gone, and brings them to their end by
 * asking the processor. It may run twice, in two processes, beside the one that is still charging, or die anywhere:
 * the processor's answer for a key never changes once it was asked here, and an attempt is concluded once.
 */
export class ResolveStuckAttempts {
  private readonly turns = new InTurn<Attempt>(
    ({ startedAt, paymentRequestId }) => ({ at: startedAt, id: paymentRequestId }),
    async (attempt) => (await this.resolve(attempt)).endedAt !== undefined,
  );

  constructor(
    private readonly reader: PaymentRequestReader,
    private readonly processor: PaymentProcessor,
    private readonly conclusion: ConcludeAttempt,
    private readonly clock: Clock,
    private readonly stuckAfterMs: number,
  ) {}

  /**
   * Answers how many it brought to their end. One that cannot be resolved now does not keep the others waiting. A processor
   * that never answers takes its whole time over each, so that what was not begun before `isOver` is left to the next run.
   */
  execute(isOver?: () => boolean): Promise<number> {
    const startedUntil = later(this.clock.now(), -this.stuckAfterMs);
    return this.turns.run((limit, after) => this.reader.findUnended(startedUntil, limit, after), isOver);
  }

  private async resolve(attempt: Attempt): Promise<Attempt> {
    if (attempt.status === 'reversing') return this.conclusion.giveBack(attempt);
    return this.conclusion.execute(attempt, await this.processor.resolve(chargeKeyOf(attempt)));
  }
}

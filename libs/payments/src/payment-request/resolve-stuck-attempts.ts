import { type Clock, later } from '@florin/kernel';
import { InTurn } from '../in-turn.js';
import type { PaymentProcessor } from '../processor/payment-processor.js';
import { type Attempt, chargeKeyOf } from './attempt.js';
import type { ConcludeAttempt } from './conclude-attempt.js';
import type { PaymentRequestReader } from './payment-request.reader.js';

// Ends attempts whose process is gone by asking the processor. May run twice, or beside the process that still charges: the
// outcome of a key never changes after it was asked for, and an attempt is concluded once.
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

  /** Returns how many it ended. One that fails does not delay the others; the next run does the rest. */
  execute(isOver?: () => boolean): Promise<number> {
    const startedUntil = later(this.clock.now(), -this.stuckAfterMs);
    return this.turns.run((limit, after) => this.reader.findUnended(startedUntil, limit, after), isOver);
  }

  private async resolve(attempt: Attempt): Promise<Attempt> {
    if (attempt.status === 'reversing') return this.conclusion.giveBack(attempt);
    return this.conclusion.execute(attempt, await this.processor.resolve(chargeKeyOf(attempt)));
  }
}

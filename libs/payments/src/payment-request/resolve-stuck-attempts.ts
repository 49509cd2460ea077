import { type Clock, addMilliseconds } from '@florin/kernel';
import { BatchRunner } from '../batch-runner.js';
import type { PaymentProcessor } from '../processor/payment-processor.js';
import { type Attempt, chargeKeyOf } from './attempt.js';
import type { ConcludeAttempt } from './conclude-attempt.js';
import type { PaymentRequestReader } from './payment-request.reader.js';

// Ends attempts whose process is gone by asking the processor. May run twice, or beside the process that still charges: the
// outcome of a key never changes after it was asked for, and an attempt is concluded once.
export class ResolveStuckAttempts {
  private readonly runner = new BatchRunner<Attempt>(
    ({ startedAt, paymentRequestId }) => ({ at: startedAt, id: paymentRequestId }),
    async (attempt) => (await this.resolve(attempt)).endedAt !== undefined,
  );

  constructor(
    private readonly reader: PaymentRequestReader,
    private readonly processor: PaymentProcessor,
    private readonly concludeAttempt: ConcludeAttempt,
    private readonly clock: Clock,
    private readonly stuckAfterMs: number,
  ) {}

  /** Returns how many it ended. One that fails does not delay the others; the next run does the rest. */
  execute(isTimeUp?: () => boolean): Promise<number> {
    const startedUntil = addMilliseconds(this.clock.now(), -this.stuckAfterMs);
    return this.runner.run(
      (limit, after) => this.reader.findOpenAttempts(startedUntil, limit, after),
      isTimeUp,
    );
  }

  private async resolve(attempt: Attempt): Promise<Attempt> {
    if (attempt.status === 'reversing') return this.concludeAttempt.reverse(attempt);
    return this.concludeAttempt.execute(attempt, await this.processor.resolve(chargeKeyOf(attempt)));
  }
}

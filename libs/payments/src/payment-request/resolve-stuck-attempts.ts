import { type Clock, addMilliseconds } from '@florin/kernel';
import { BatchRunner } from '../batch-runner.js';
import type { PaymentProcessor } from '../processor/payment-processor.js';
import { type Attempt, chargeKeyOf } from './attempt.js';
import type { ConcludeAttempt } from './conclude-attempt.js';
import type { PaymentRequestReader } from './payment-request.reader.js';

// Ends attempts of crashed processes by resolving them at the processor. Safe to run concurrently, also with the process
// that still charges: the outcome of a resolved key never changes, and an attempt is concluded once.
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

  /** Returns the number of ended attempts. A failure does not stop the others. */
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

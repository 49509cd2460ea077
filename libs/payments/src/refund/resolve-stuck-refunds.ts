import { type Clock, addMilliseconds } from '@florin/kernel';
import { BatchRunner } from '../batch-runner.js';
import type { ConcludeRefund } from './conclude-refund.js';
import type { Refund } from './refund.js';
import type { RefundReader } from './refund.reader.js';

// Ends refunds of crashed processes and failed calls. Safe to run concurrently, also with the process that still refunds:
// the processor refunds once per key, and a refund is concluded once.
export class ResolveStuckRefunds {
  private readonly runner = new BatchRunner<Refund>(
    ({ createdAt, id }) => ({ at: createdAt, id }),
    async (refund) => (await this.concludeRefund.execute(refund)).status !== 'pending',
  );

  constructor(
    private readonly reader: RefundReader,
    private readonly concludeRefund: ConcludeRefund,
    private readonly clock: Clock,
    private readonly stuckAfterMs: number,
  ) {}

  /** Returns the number of ended refunds. A failure does not stop the others. */
  execute(isTimeUp?: () => boolean): Promise<number> {
    const createdUntil = addMilliseconds(this.clock.now(), -this.stuckAfterMs);
    return this.runner.run((limit, after) => this.reader.findPending(createdUntil, limit, after), isTimeUp);
  }
}

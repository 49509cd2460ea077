import type { Clock } from '@florin/kernel';
import { BatchRunner } from '../batch-runner.js';
import type { PaymentsUnitOfWork } from '../stores.js';
import { expire, isDue, type PaymentRequest } from './payment-request.js';
import type { PaymentRequestReader } from './payment-request.reader.js';

/** Safe to run concurrently: each request is checked again under its row lock, in a SQL transaction of its own. */
export class ExpireDueRequests {
  private readonly runner = new BatchRunner<PaymentRequest>(
    ({ expiresAt, id }) => ({ at: expiresAt, id }),
    (request) => this.expireOne(request),
  );

  constructor(
    private readonly reader: PaymentRequestReader,
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of expired requests. A failure does not stop the others. */
  execute(isTimeUp?: () => boolean): Promise<number> {
    const now = this.clock.now();
    return this.runner.run((limit, after) => this.reader.findDue(now, limit, after), isTimeUp);
  }

  private expireOne({ id, accountId }: PaymentRequest): Promise<boolean> {
    return this.unitOfWork.run(async ({ balances, requests, events }) => {
      await balances.lock(accountId);
      const request = await requests.lock(id, accountId);
      const now = this.clock.now();
      if (request === undefined || !isDue(request, now)) return false;
      const { state: expired, events: newEvents } = expire(request, now);
      await requests.save(expired);
      await events.append(newEvents, expired.updatedAt);
      return true;
    });
  }
}

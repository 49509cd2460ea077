import type { Clock } from '@florin/kernel';
import { InTurn } from '../in-turn.js';
import type { PaymentsUnitOfWork } from '../stores.js';
import { expire, isDue, type PaymentRequest } from './payment-request.js';
import type { PaymentRequestReader } from './payment-request.reader.js';

/** May run twice, or beside a customer who pays: each request has a SQL transaction of its own and is checked under its lock. */
export class ExpireDue {
  private readonly turns = new InTurn<PaymentRequest>(
    ({ expiresAt, id }) => ({ at: expiresAt, id }),
    (request) => this.expireOne(request),
  );

  constructor(
    private readonly reader: PaymentRequestReader,
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Returns how many it expired. One that fails does not delay the others; the next run does the rest. */
  execute(isOver?: () => boolean): Promise<number> {
    const now = this.clock.now();
    return this.turns.run((limit, after) => this.reader.findDue(now, limit, after), isOver);
  }

  private expireOne({ id, accountId }: PaymentRequest): Promise<boolean> {
    return this.unitOfWork.run(async ({ books, requests, events }) => {
      await books.lock(accountId);
      const request = await requests.lock(id, accountId);
      const now = this.clock.now();
      if (request === undefined || !isDue(request, now)) return false;
      const { thing, events: told } = expire(request, now);
      await requests.save(thing);
      await events.append(told, thing.updatedAt);
      return true;
    });
  }
}

import type { Clock } from '@florin/kernel';
import { InTurn } from '../in-turn.js';
import type { PaymentsUnitOfWork } from '../stores.js';
import { expire, isDue, type PaymentRequest } from './payment-request.js';
import type { PaymentRequestReader } from './payment-request.reader.js';

/**
 * Ends requests whose time is over. It may run twice, in two processes, or beside a customer who pays: each request is
 * decided about under its lock and in a SQL transaction of its own, and whoever comes second finds it done.
 */
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

  /**
   * Answers how many it expired. One that cannot be expired does not keep the others waiting, and when very many are due, some
   * are left to the next run, as is whatever was not begun before `isOver`.
   */
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

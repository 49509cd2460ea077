import type { Clock } from '@florin/kernel';
import type { PaymentsUnitOfWork } from '../stores.js';
import { expire, isDue } from './payment-request.js';

const AT_ONCE = 100;

/**
 * Ends requests whose time is over. It may run twice, in two processes, or beside a customer who pays: a request is
 * decided about under its lock, and one that somebody else has locked is left for the next run.
 */
export class ExpireDue {
  constructor(
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Answers how many it expired. */
  async execute(): Promise<number> {
    const now = this.clock.now();
    let total = 0;
    for (;;) {
      const expired = await this.expireSome(now);
      total += expired;
      if (expired < AT_ONCE) return total;
    }
  }

  private expireSome(now: Date): Promise<number> {
    return this.unitOfWork.run(async ({ requests, events }) => {
      const due = (await requests.lockDue(now, AT_ONCE)).filter((request) => isDue(request, now));
      for (const request of due) {
        const { thing, events: told } = expire(request, now);
        await requests.save(thing);
        await events.append(told, thing.updatedAt);
      }
      return due.length;
    });
  }
}

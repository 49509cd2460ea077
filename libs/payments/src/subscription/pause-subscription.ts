import type { AccountId, Clock, SubscriptionId } from '@florin/kernel';
import type { PaymentsUnitOfWork } from '../stores.js';
import { found } from './get-subscription.js';
import { withdrawRequests } from './open-requests.js';
import { pause, type Subscription } from './subscription.js';
import type { SubscriptionReader } from './subscription.reader.js';

/** Nobody is asked for anything from here on, not even for the period that has begun. */
export class PauseSubscription {
  constructor(
    private readonly reader: SubscriptionReader,
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute(
    id: SubscriptionId | undefined,
    accountId: AccountId | undefined,
    actor?: string,
  ): Promise<Subscription> {
    const seen = found(id === undefined ? undefined : await this.reader.find(id, accountId));
    return this.unitOfWork.run(async (stores) => {
      await stores.books.lock(seen.accountId);
      const subscription = found(await stores.subscriptions.lock(seen.id, seen.accountId));
      const now = this.clock.now();
      const { thing, events } = pause(subscription, now);
      if (thing === subscription) return subscription;
      await withdrawRequests(stores, subscription, now);
      await stores.subscriptions.save(thing);
      await stores.events.append(events, thing.updatedAt);
      return thing;
    }, actor);
  }
}

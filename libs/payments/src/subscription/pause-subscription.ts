import type { AccountId, Clock, SubscriptionId } from '@florin/kernel';
import type { PaymentsUnitOfWork } from '../stores.js';
import { requireSubscription } from './get-subscription.js';
import { cancelOpenRequests } from './open-requests.js';
import { pause, type Subscription } from './subscription.js';
import type { SubscriptionReader } from './subscription.reader.js';

/** Also cancels the open requests of the current period. */
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
    const existing = requireSubscription(
      id === undefined ? undefined : await this.reader.find(id, accountId),
    );
    return this.unitOfWork.run(async (stores) => {
      await stores.balances.lock(existing.accountId);
      const subscription = requireSubscription(
        await stores.subscriptions.lock(existing.id, existing.accountId),
      );
      const now = this.clock.now();
      const { state: paused, events } = pause(subscription, now);
      if (paused === subscription) return subscription;
      await cancelOpenRequests(stores, subscription, now);
      await stores.subscriptions.save(paused);
      await stores.events.append(events, paused.updatedAt);
      return paused;
    }, actor);
  }
}

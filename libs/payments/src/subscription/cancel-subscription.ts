import type { AccountId, Clock, SubscriptionId } from '@florin/kernel';
import type { PaymentsStores, PaymentsUnitOfWork } from '../stores.js';
import { found } from './get-subscription.js';
import { cancel, type CanceledSubscription, type Subscription } from './subscription.js';
import type { SubscriptionReader } from './subscription.reader.js';
import { withdrawRequests } from './withdraw-requests.js';

export class CancelSubscription {
  constructor(
    private readonly reader: SubscriptionReader,
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute(
    id: SubscriptionId | undefined,
    accountId: AccountId | undefined,
  ): Promise<CanceledSubscription> {
    const seen = found(id === undefined ? undefined : await this.reader.find(id, accountId));
    return this.unitOfWork.run(async (stores) => {
      await stores.books.lock(seen.accountId);
      const subscription = found(await stores.subscriptions.lock(seen.id, seen.accountId));
      return cancelOne(stores, subscription, this.clock.now());
    });
  }
}

/**
 * What closing an account means for its subscriptions: those that are paused end. A part of the closure's own unit of
 * work, which has locked the account and its book and found that none is active.
 */
export async function cancelPausedSubscriptions(
  stores: ClosingStores,
  accountId: AccountId,
  closedAt: Date,
): Promise<void> {
  for (const subscription of await stores.subscriptions.lockOpen(accountId)) {
    await cancelOne(stores, subscription, closedAt);
  }
}

type ClosingStores = Pick<PaymentsStores, 'requests' | 'subscriptions' | 'events'>;

async function cancelOne(
  stores: ClosingStores,
  subscription: Subscription,
  now: Date,
): Promise<CanceledSubscription> {
  const { thing, events } = cancel(subscription, now);
  await withdrawRequests(stores, subscription, now);
  await stores.subscriptions.save(thing);
  await stores.events.append(events, thing.updatedAt);
  return thing;
}

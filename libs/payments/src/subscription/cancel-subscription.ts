import { type AccountId, type Clock, readInBatches, type SubscriptionId } from '@florin/kernel';
import type { PaymentsStores, PaymentsUnitOfWork } from '../stores.js';
import { eventsOf } from '../events-of.js';
import { requireSubscription } from './get-subscription.js';
import { cancelOpenRequests } from './open-requests.js';
import { cancel, type CanceledSubscription, type Subscription } from './subscription.js';
import type { SubscriptionReader } from './subscription.reader.js';

export class CancelSubscription {
  constructor(
    private readonly reader: SubscriptionReader,
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute(
    id: SubscriptionId | undefined,
    accountId: AccountId | undefined,
    actor?: string,
  ): Promise<CanceledSubscription> {
    const existing = requireSubscription(
      id === undefined ? undefined : await this.reader.find(id, accountId),
    );
    return this.unitOfWork.run(async (stores) => {
      await stores.balances.lock(existing.accountId);
      const subscription = requireSubscription(
        await stores.subscriptions.lock(existing.id, existing.accountId),
      );
      const now = this.clock.now();
      const { state: canceled, events } = cancel(subscription, now);
      await cancelOpenRequests(stores, subscription, now);
      await stores.subscriptions.save(canceled);
      await stores.events.append(events, canceled.updatedAt);
      return canceled;
    }, actor);
  }
}

/** Part of closing an account: it is locked with its balance, has no billable subscription and no open request. */
export async function cancelPausedSubscriptions(
  { subscriptions, events }: Pick<PaymentsStores, 'subscriptions' | 'events'>,
  accountId: AccountId,
  closedAt: Date,
): Promise<void> {
  // In batches: the lock on the balance blocks every other write of the account.
  for await (const open of readInBatches<Subscription>((after) => subscriptions.lockOpen(accountId, after))) {
    const decisions = open.map((subscription) => cancel(subscription, closedAt));
    await subscriptions.saveCanceled(decisions.map(({ state: canceled }) => canceled));
    await events.appendAll(eventsOf(decisions));
  }
}

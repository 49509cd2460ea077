import { type AccountId, type Clock, inPieces, type SubscriptionId } from '@florin/kernel';
import type { PaymentsStores, PaymentsUnitOfWork } from '../stores.js';
import { toldBy } from '../told-by.js';
import { found } from './get-subscription.js';
import { withdrawRequests } from './open-requests.js';
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
    const seen = found(id === undefined ? undefined : await this.reader.find(id, accountId));
    return this.unitOfWork.run(async (stores) => {
      await stores.books.lock(seen.accountId);
      const subscription = found(await stores.subscriptions.lock(seen.id, seen.accountId));
      const now = this.clock.now();
      const { thing, events } = cancel(subscription, now);
      await withdrawRequests(stores, subscription, now);
      await stores.subscriptions.save(thing);
      await stores.events.append(events, thing.updatedAt);
      return thing;
    }, actor);
  }
}

/** Part of closing an account, which has locked it and its book, found no active one, and canceled all open requests. */
export async function cancelPausedSubscriptions(
  { subscriptions, events }: Pick<PaymentsStores, 'subscriptions' | 'events'>,
  accountId: AccountId,
  closedAt: Date,
): Promise<void> {
  // Many at once, as with the requests: the book is held meanwhile.
  for await (const open of inPieces<Subscription>((after) => subscriptions.lockOpen(accountId, after))) {
    const decided = open.map((one) => cancel(one, closedAt));
    await subscriptions.saveCanceled(decided.map(({ thing }) => thing));
    await events.appendAll(toldBy(decided));
  }
}

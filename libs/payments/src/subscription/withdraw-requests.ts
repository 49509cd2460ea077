import { cancel, type PaymentRequest } from '../payment-request/payment-request.js';
import type { PaymentsStores } from '../stores.js';
import { lockOpenRequests } from './open-requests.js';
import type { Subscription } from './subscription.js';

type Stores = Pick<PaymentsStores, 'requests' | 'subscriptions' | 'events'>;

/**
 * Takes back the requests of a subscription that stops asking. One that is being paid at this moment is left to its
 * end; if that brings no money, whoever concludes it takes it back. The account's book is locked by whoever calls this.
 */
export async function withdrawRequests(stores: Stores, subscription: Subscription, now: Date): Promise<void> {
  for (const request of await lockOpenRequests(stores, subscription)) {
    if (!request.charging) await withdrawRequest(stores, request, now);
  }
}

/** Takes back one locked request that nobody is paying. */
export async function withdrawRequest(
  { requests, events }: Pick<Stores, 'requests' | 'events'>,
  request: PaymentRequest,
  now: Date,
): Promise<void> {
  const { thing, events: told } = cancel(request, now);
  await requests.save(thing);
  await events.append(told, thing.updatedAt);
}

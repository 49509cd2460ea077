import { cancel } from '../payment-request/payment-request.js';
import type { PaymentsStores } from '../stores.js';
import type { Subscription } from './subscription.js';

/**
 * Takes back the request of a subscription that stops asking. One that is being paid at this moment is left to its
 * end, and one that has ended already stays as it is. The account's book is locked by whoever calls this.
 */
export async function withdrawRequest(
  { requests, events }: Pick<PaymentsStores, 'requests' | 'events'>,
  { latestPaymentId, accountId }: Subscription,
  now: Date,
): Promise<void> {
  const request = await requests.lock(latestPaymentId, accountId);
  if (request?.status !== 'pending' || request.charging) return;
  const { thing, events: told } = cancel(request, now);
  await requests.save(thing);
  await events.append(told, thing.updatedAt);
}

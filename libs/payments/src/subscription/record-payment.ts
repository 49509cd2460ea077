import type { PaymentRequest } from '../payment-request/payment-request.js';
import type { PaymentsStores } from '../stores.js';
import { pay } from './subscription.js';

/**
 * Tells a subscription that one of its requests was paid, in the very unit of work that made it so: there is no moment
 * in which the money is there and the subscription does not know it.
 */
export async function recordPayment(
  { subscriptions, events }: Pick<PaymentsStores, 'subscriptions' | 'events'>,
  { id, accountId, subscriptionId, status }: PaymentRequest,
  now: Date,
): Promise<void> {
  if (status !== 'succeeded' || subscriptionId === undefined) return;
  const subscription = await subscriptions.lock(subscriptionId, accountId);
  if (subscription === undefined)
    throw new Error(`${id} was issued by ${subscriptionId}, which is not there.`);
  const { thing, events: told } = pay(subscription, id, now);
  if (thing === subscription) return;
  await subscriptions.save(thing);
  await events.append(told, thing.updatedAt);
}

import type { PaymentRequestId } from '@florin/kernel';
import { type PaymentRequest, supersede } from '../payment-request/payment-request.js';
import type { PaymentsStores } from '../stores.js';
import { lockOpenRequests, cancelRequest } from './open-requests.js';
import { isBillable, pay, type Subscription } from './subscription.js';

type Stores = Pick<PaymentsStores, 'requests' | 'subscriptions' | 'events'>;

// Updates the subscription in the unit of work that records the end of an attempt, so that both are committed together. The
// caller holds the locks of the account's balance and of the request, and has saved the request.
export async function recordOutcome(stores: Stores, request: PaymentRequest, now: Date): Promise<void> {
  const { id, accountId, subscriptionId, status, charging } = request;
  if (subscriptionId === undefined || charging) return;
  const subscription = await stores.subscriptions.lock(subscriptionId, accountId);
  if (subscription === undefined)
    throw new Error(`Subscription ${subscriptionId} of payment request ${id} not found.`);
  if (status === 'succeeded') await recordPayment(stores, subscription, id, now);
  if (status === 'pending' && !isBillable(subscription)) await cancelRequest(stores, request, now);
}

async function recordPayment(
  stores: Stores,
  subscription: Subscription,
  paymentId: PaymentRequestId,
  now: Date,
): Promise<void> {
  const bill = await stores.subscriptions.getBill(subscription, paymentId);
  await supersedeOpenRequests(stores, subscription, bill.period, now);
  const { state: updated, events: newEvents } = pay(subscription, bill, now);
  if (updated === subscription) return;
  await stores.subscriptions.save(updated);
  await stores.events.append(newEvents, updated.updatedAt);
}

/** Ends the other requests for a period that was paid. */
async function supersedeOpenRequests(
  stores: Stores,
  subscription: Subscription,
  period: number,
  now: Date,
): Promise<void> {
  for (const request of await lockOpenRequests(stores, subscription, period)) {
    const { state: superseded, events: newEvents } = supersede(request, now);
    await stores.requests.save(superseded);
    await stores.events.append(newEvents, superseded.updatedAt);
  }
}

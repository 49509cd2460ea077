import { cancel, type PaymentRequest } from '../payment-request/payment-request.js';
import type { PaymentsStores } from '../stores.js';
import type { Subscription } from './subscription.js';

// The pending requests of a subscription. The caller holds the lock of the account's balance.

/** There can be several: a request that is being charged or was issued late outlives its window. */
export async function lockOpenRequests(
  { requests, subscriptions }: Pick<PaymentsStores, 'requests' | 'subscriptions'>,
  subscription: Subscription,
  period?: number,
): Promise<readonly PaymentRequest[]> {
  const open: PaymentRequest[] = [];
  for (const { paymentId } of await subscriptions.findOpenBills(subscription, period)) {
    const request = await requests.lock(paymentId, subscription.accountId);
    if (request?.status === 'pending') open.push(request);
  }
  return open;
}

/** Skips a request that is being charged; if the charge fails, `recordOutcome` cancels it. */
export async function cancelOpenRequests(
  stores: PaymentsStores,
  subscription: Subscription,
  now: Date,
): Promise<void> {
  for (const request of await lockOpenRequests(stores, subscription)) {
    if (!request.charging) await cancelRequest(stores, request, now);
  }
}

/** The caller holds the request's lock, and no charge is in progress. */
export async function cancelRequest(
  { requests, events }: Pick<PaymentsStores, 'requests' | 'events'>,
  request: PaymentRequest,
  now: Date,
): Promise<void> {
  const { state: canceled, events: newEvents } = cancel(request, now);
  await requests.save(canceled);
  await events.append(newEvents, canceled.updatedAt);
}

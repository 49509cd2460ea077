import type { PaymentRequest } from '../payment-request/payment-request.js';
import type { PaymentsStores } from '../stores.js';
import type { Subscription } from './subscription.js';

/**
 * The requests of a locked subscription that have not ended, for one period or for all, locked too. There can be more
 * than one: a request whose charge is under way, or that was issued late, outlives the window that it was issued for.
 * The account's book is locked by whoever calls this.
 */
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

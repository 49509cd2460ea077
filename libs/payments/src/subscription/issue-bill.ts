import type { CreatePaymentRequest } from '../payment-request/create-payment-request.js';
import type { PaymentsStores } from '../stores.js';
import type { BillingDecision } from './subscription.js';

/**
 * Asks the customer, in the unit of work that decided on it. The subscription itself is kept by whoever calls. What
 * became of it is told first: whoever reads on finds the subscription that a request names, and why it was issued.
 */
export async function issueBill(
  requests: CreatePaymentRequest,
  stores: PaymentsStores,
  { thing, events, bill }: BillingDecision,
): Promise<void> {
  await stores.events.append(events, thing.updatedAt);
  await requests.within(stores, bill.request, { id: bill.paymentId, now: thing.updatedAt });
  await stores.subscriptions.addBill(bill);
}

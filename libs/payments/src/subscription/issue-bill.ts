import type { CreatePaymentRequest } from '../payment-request/create-payment-request.js';
import type { PaymentsStores } from '../stores.js';
import type { BillingDecision } from './subscription.js';

/** Asks the customer, in the unit of work that decided on it. The subscription itself is kept by whoever calls. */
export async function issueBill(
  requests: CreatePaymentRequest,
  stores: PaymentsStores,
  { thing, events, bill }: BillingDecision,
): Promise<void> {
  await requests.within(stores, bill.request, { id: bill.paymentId, now: thing.updatedAt });
  await stores.subscriptions.addBill(bill);
  await stores.events.append(events, thing.updatedAt);
}

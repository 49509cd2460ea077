import type { CreatePaymentRequest } from '../payment-request/create-payment-request.js';
import type { PaymentsStores } from '../stores.js';
import type { BillingDecision } from './subscription.js';

/** The caller saves the subscription. Its events come first, so that readers know the subscription that a request names. */
export async function issueBill(
  requests: CreatePaymentRequest,
  stores: PaymentsStores,
  { thing, events, bill }: BillingDecision,
): Promise<void> {
  await stores.events.append(events, thing.updatedAt);
  await requests.within(stores, bill.request, { id: bill.paymentId, now: thing.updatedAt });
  await stores.subscriptions.addBill(bill);
}

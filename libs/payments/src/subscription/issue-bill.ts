import type { CreatePaymentRequest } from '../payment-request/create-payment-request.js';
import type { PaymentsStores } from '../stores.js';
import type { BillingDecision } from './subscription.js';

/** The caller saves the subscription. Its events precede those of the request, which refer to it. */
export async function issueBill(
  createPaymentRequest: CreatePaymentRequest,
  stores: PaymentsStores,
  { state: subscription, events, bill }: BillingDecision,
): Promise<void> {
  await stores.events.append(events, subscription.updatedAt);
  await createPaymentRequest.executeWithin(stores, bill.request, {
    id: bill.paymentId,
    now: subscription.updatedAt,
  });
  await stores.subscriptions.addBill(bill);
}

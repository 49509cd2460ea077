import type { AccountId, PaymentRequestId, SubscriptionId } from '@florin/kernel';
import type { NewPaymentRequest } from '../payment-request/payment-request.js';
import { expiryOf } from './billing-window.js';
import { type Period, periodOf } from './period.js';
import type { Subscription } from './subscription.js';

/** The one place in a subscription's time that a request is for: no place is ever billed twice. */
export interface Bill {
  readonly accountId: AccountId;
  readonly subscriptionId: SubscriptionId;
  /** The numbers of the period and of the window within it. */
  readonly period: number;
  readonly window: number;
  readonly paymentId: PaymentRequestId;
}

/** When the period began and ends that a bill is for; unknown once the subscription was resumed in another rhythm. */
export const billedPeriod = ({ billingCycle }: Subscription, { period }: Bill): Period | undefined =>
  period < billingCycle.anchorPeriod ? undefined : periodOf(billingCycle, period);

/** A bill with the request that is to be issued for it. */
export interface NewBill extends Bill {
  readonly request: NewPaymentRequest;
}

/** The bill for where a subscription has just come to. Its request is dated like that change, and lives from then on. */
export function billOf(subscription: Subscription): NewBill {
  const { id, accountId, amount, currency, customerEmail, reference, metadata, period, window, updatedAt } =
    subscription;
  const expiresAt = expiryOf(window, updatedAt);
  return {
    accountId,
    subscriptionId: id,
    period: period.number,
    window: window.number,
    paymentId: subscription.latestPaymentId,
    request: {
      accountId,
      amount,
      currency,
      customerEmail,
      reference,
      metadata,
      expiresAt,
      subscriptionId: id,
    },
  };
}

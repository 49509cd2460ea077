import type { AccountId, PaymentRequestId, SubscriptionId } from '@florin/kernel';
import type { NewPaymentRequest } from '../payment-request/payment-request.js';
import { expiryOf } from './billing-window.js';
import { type Period, periodOf } from './period.js';
import type { Subscription } from './subscription.js';

/** Links a request to the period and window that it bills. No window is billed twice. */
export interface Bill {
  readonly accountId: AccountId;
  readonly subscriptionId: SubscriptionId;
  readonly period: number;
  readonly window: number;
  readonly paymentId: PaymentRequestId;
}

/** Undefined for a bill from before the subscription was resumed with a new billing cycle. */
export const billedPeriod = ({ billingCycle }: Subscription, { period }: Bill): Period | undefined =>
  period < billingCycle.anchorPeriod ? undefined : periodOf(billingCycle, period);

export interface NewBill extends Bill {
  readonly request: NewPaymentRequest;
}

/** The bill for the current window. The lifetime of its request starts at `updatedAt` of the subscription. */
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
      // The account does not see the request before the customer.
      sendEmail: true,
    },
  };
}

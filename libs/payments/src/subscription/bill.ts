import type { AccountId, PaymentRequestId, SubscriptionId } from '@florin/kernel';
import type { NewPaymentRequest } from '../payment-request/payment-request.js';
import { expiryOf } from './billing-window.js';
import type { Subscription } from './subscription.js';

/** A request for money, and the one place in a subscription's time that it is for: no place is ever billed twice. */
export interface Bill {
  readonly accountId: AccountId;
  readonly subscriptionId: SubscriptionId;
  /** The numbers of the period and of the window within it. */
  readonly period: number;
  readonly window: number;
  readonly paymentId: PaymentRequestId;
  readonly request: NewPaymentRequest;
}

export function billOf(subscription: Subscription, now: Date): Bill {
  const { id, accountId, amount, currency, customerEmail, reference, metadata, period, window } =
    subscription;
  const expiresAt = expiryOf(window, now);
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

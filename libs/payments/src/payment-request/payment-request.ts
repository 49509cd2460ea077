import {
  type AccountId,
  type Currency,
  DAY_MS,
  type Decision,
  type DomainEvent,
  type Email,
  HOUR_MS,
  type Json,
  addMilliseconds,
  stateMachine,
  type Metadata,
  MINUTE_MS,
  notBefore,
  type PaymentRequestId,
  requireAmount,
  SECOND_MS,
  transition,
  type SubscriptionId,
  type TransactionId,
} from '@florin/kernel';
import { refusal } from '../errors.js';
import { type Checkout, checkoutData, requireCheckout } from './checkout.js';

export const PAYMENT_REQUEST_STATUSES = ['pending', 'succeeded', 'failed', 'canceled'] as const;
export type PaymentRequestStatus = (typeof PAYMENT_REQUEST_STATUSES)[number];
export type PaymentRequestAction =
  'decline' | 'pay' | 'exhaust' | 'cancel' | 'expire' | 'supersede' | 'close';

export const PAYMENT_REQUEST_STATE_MACHINE = stateMachine<PaymentRequestStatus, PaymentRequestAction>({
  initial: ['pending'],
  transitions: {
    pending: {
      decline: 'pending',
      pay: 'succeeded',
      exhaust: 'failed',
      cancel: 'canceled',
      expire: 'canceled',
      supersede: 'canceled',
      close: 'canceled',
    },
    succeeded: {},
    failed: {},
    canceled: {},
  },
});

export const CANCEL_REASONS = ['requested', 'expired', 'account_closed', 'superseded'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

export interface PaymentRequest extends Checkout {
  readonly id: PaymentRequestId;
  readonly accountId: AccountId;
  readonly amount: number;
  readonly currency: Currency;
  readonly status: PaymentRequestStatus;
  readonly customerEmail: Email;
  readonly reference: string | undefined;
  readonly metadata: Metadata;
  readonly expiresAt: Date;
  /** The request fails at `MAX_DECLINES`. */
  readonly declines: number;
  /** Number of attempts started so far, and so the number of the latest one. */
  readonly attempts: number;
  /** Whether the latest attempt has no outcome yet. Meanwhile no other can start, and the request cannot be canceled. */
  readonly charging: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The settled credit of the payment. */
  readonly transactionId: TransactionId | undefined;
  /** The sum of its succeeded refunds. */
  readonly refundedAmount: number;
  readonly canceledAt: Date | undefined;
  readonly cancelReason: CancelReason | undefined;
  readonly subscriptionId: SubscriptionId | undefined;
}

export type NewPaymentRequest = Pick<
  PaymentRequest,
  'accountId' | 'amount' | 'currency' | 'customerEmail' | 'reference' | 'metadata'
> &
  Partial<Checkout> & {
    readonly expiresAt: Date | undefined;
    readonly subscriptionId?: SubscriptionId | undefined;
  };

export const PAYMENT_REQUEST_EVENTS = [
  'payment_request.created',
  'payment_request.declined',
  'payment_request.succeeded',
  'payment_request.failed',
  'payment_request.canceled',
  'payment_request.reversed',
] as const;
export type PaymentRequestEventType = (typeof PAYMENT_REQUEST_EVENTS)[number];
export type PaymentRequestEvent = DomainEvent<PaymentRequestEventType>;
export type PaymentRequestDecision = Decision<PaymentRequest, PaymentRequestEvent>;

export const MAX_DECLINES = 5;
export const MIN_LIFETIME_MS = 5 * MINUTE_MS;
const DEFAULT_LIFETIME_MS = 24 * HOUR_MS;
export const MAX_LIFETIME_MS = 30 * DAY_MS;
// A client that adds exactly five minutes to its own time must not fail because of latency or clock skew.
const CLOCK_SKEW_TOLERANCE_MS = 5 * SECOND_MS;

export function create(id: PaymentRequestId, input: NewPaymentRequest, now: Date): PaymentRequestDecision {
  const { accountId, amount, currency, customerEmail, reference, metadata, subscriptionId } = input;
  requireAmount(amount);
  const request: PaymentRequest = {
    id,
    accountId,
    amount,
    currency,
    status: 'pending',
    customerEmail,
    reference,
    metadata,
    expiresAt: expiryOf(input.expiresAt, now),
    declines: 0,
    attempts: 0,
    charging: false,
    createdAt: now,
    updatedAt: now,
    transactionId: undefined,
    refundedAmount: 0,
    canceledAt: undefined,
    cancelReason: undefined,
    subscriptionId,
    ...requireCheckout(input, amount),
  };
  const expires_at = request.expiresAt.toISOString();
  const data = { customer_email: customerEmail, metadata, expires_at, ...checkoutData(request) };
  return { state: request, events: [createEvent('payment_request.created', request, data)] };
}

/** Refused while a card is being charged: the charge may already be approved. */
export function cancel(request: PaymentRequest, now: Date): PaymentRequestDecision {
  if (request.status === 'pending' && request.charging) {
    throw refusal(
      'not_cancellable',
      'A charge for this payment request is in progress. Try again after it has ended.',
    );
  }
  return end(request, 'cancel', 'requested', now);
}

/** Only for a due request: check `isDue` first. */
export const expire = (request: PaymentRequest, now: Date): PaymentRequestDecision =>
  end(request, 'expire', 'expired', now);

/** The account is closed. Allowed while a card is being charged: that charge is reversed. */
export const close = (request: PaymentRequest, now: Date): PaymentRequestDecision =>
  end(request, 'close', 'account_closed', now);

/** The period was paid with another request. Allowed while a card is being charged: that charge is reversed. */
export const supersede = (request: PaymentRequest, now: Date): PaymentRequestDecision =>
  end(request, 'supersede', 'superseded', now);

export const hasExpired = (request: PaymentRequest, now: Date): boolean => now >= request.expiresAt;

/** Whether to expire the request. A charge in progress started in time, so its outcome is awaited. */
export const isDue = (request: PaymentRequest, now: Date): boolean =>
  request.status === 'pending' && !request.charging && hasExpired(request, now);

export function transitionRequest(
  request: PaymentRequest,
  action: PaymentRequestAction,
  changes: Partial<PaymentRequest>,
  now: Date,
): PaymentRequest {
  const status = transition(PAYMENT_REQUEST_STATE_MACHINE, request.status, action, (state) =>
    refusal(
      'not_cancellable',
      `The payment request has already ${state === 'canceled' ? 'been canceled' : state}.`,
    ),
  );
  return { ...request, ...changes, status, updatedAt: notBefore(request.updatedAt, now) };
}

export function createEvent(
  type: PaymentRequestEventType,
  { id, accountId, amount, currency, status, reference, subscriptionId }: PaymentRequest,
  extraData: Record<string, Json>,
): PaymentRequestEvent {
  const subscription = subscriptionId === undefined ? {} : { subscription_id: subscriptionId };
  const data = { amount, currency, status, reference: reference ?? null, ...subscription, ...extraData };
  return { type, accountId, subjectId: id, data };
}

function end(
  request: PaymentRequest,
  action: PaymentRequestAction,
  cancelReason: CancelReason,
  now: Date,
): PaymentRequestDecision {
  const ended = transitionRequest(
    request,
    action,
    { cancelReason, canceledAt: notBefore(request.updatedAt, now) },
    now,
  );
  return { state: ended, events: [createEvent('payment_request.canceled', ended, { reason: cancelReason })] };
}

function expiryOf(requested: Date | undefined, now: Date): Date {
  if (requested === undefined) return addMilliseconds(now, DEFAULT_LIFETIME_MS);
  const ahead = requested.getTime() - now.getTime();
  if (
    ahead < MIN_LIFETIME_MS - CLOCK_SKEW_TOLERANCE_MS ||
    ahead > MAX_LIFETIME_MS + CLOCK_SKEW_TOLERANCE_MS
  ) {
    throw refusal('invalid_request', 'expires_at must be between 5 minutes and 30 days in the future.');
  }
  return requested;
}

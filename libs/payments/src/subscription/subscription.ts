import {
  type AccountId,
  type Currency,
  type Decision,
  type DomainError,
  type DomainEvent,
  type Email,
  stateMachine,
  type Metadata,
  notBefore,
  type PaymentRequestId,
  requireAmount,
  transition,
  type SubscriptionId,
} from '@florin/kernel';
import { refusal } from '../errors.js';
import { type BillingWindow, windowAt } from './billing-window.js';
import { type Bill, billOf, type NewBill } from './bill.js';
import { type Interval, type Period, periodAt, periodOf, type BillingCycle } from './period.js';

export const SUBSCRIPTION_STATUSES = ['active', 'past_due', 'paused', 'canceled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
export type SubscriptionAction = 'renew' | 'lapse' | 'pay' | 'pause' | 'resume' | 'cancel';

/** At the end of a period the subscription renews if the period was paid, otherwise it becomes past_due. */
export const SUBSCRIPTION_STATE_MACHINE = stateMachine<SubscriptionStatus, SubscriptionAction>({
  initial: ['active'],
  transitions: {
    active: { renew: 'active', lapse: 'past_due', pay: 'active', pause: 'paused', cancel: 'canceled' },
    past_due: { renew: 'active', lapse: 'past_due', pay: 'active', pause: 'paused', cancel: 'canceled' },
    paused: { pay: 'paused', resume: 'active', cancel: 'canceled' },
    canceled: {},
  },
});

/** Statuses in which requests are issued, and which prevent closing the account. */
export const BILLED_STATUSES = ['active', 'past_due'] as const satisfies readonly SubscriptionStatus[];

export const isBillable = ({ status }: Subscription): boolean =>
  BILLED_STATUSES.some((billed) => billed === status);

export interface Subscription {
  readonly id: SubscriptionId;
  readonly accountId: AccountId;
  readonly customerEmail: Email;
  readonly amount: number;
  readonly currency: Currency;
  readonly reference: string | undefined;
  readonly metadata: Metadata;
  readonly status: SubscriptionStatus;
  readonly billingCycle: BillingCycle;
  readonly period: Period;
  readonly window: BillingWindow;
  /** When the current period was paid. */
  readonly paidAt: Date | undefined;
  /** The latest request for the current period. */
  readonly latestPaymentId: PaymentRequestId;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly canceledAt: Date | undefined;
}

export type NewSubscription = Pick<
  Subscription,
  'accountId' | 'customerEmail' | 'amount' | 'currency' | 'reference' | 'metadata'
> & { readonly interval: Interval };

export const SUBSCRIPTION_EVENTS = [
  'subscription.created',
  'subscription.renewed',
  'subscription.reminded',
  'subscription.past_due',
  'subscription.paid',
  'subscription.paused',
  'subscription.resumed',
  'subscription.canceled',
] as const;
export type SubscriptionEventType = (typeof SUBSCRIPTION_EVENTS)[number];
export type SubscriptionEvent = DomainEvent<SubscriptionEventType>;
type SubscriptionChange = Decision<Subscription, SubscriptionEvent>;
export type SubscriptionDecision = SubscriptionChange & { readonly bill?: undefined };
/** A decision that issues a request. */
export type BillingDecision = SubscriptionChange & { readonly bill: NewBill };

/** The first period starts now and is billed at once. */
export function start(
  id: SubscriptionId,
  paymentId: PaymentRequestId,
  { interval, ...input }: NewSubscription,
  now: Date,
): BillingDecision {
  requireAmount(input.amount);
  const billingCycle: BillingCycle = { interval, anchorAt: now, anchorPeriod: 1 };
  const period = periodOf(billingCycle, 1);
  const subscription: Subscription = {
    id,
    ...input,
    status: 'active',
    billingCycle,
    period,
    window: windowAt(period, now),
    paidAt: undefined,
    latestPaymentId: paymentId,
    createdAt: now,
    updatedAt: now,
    canceledAt: undefined,
  };
  const { amount, currency, customerEmail: customer_email, metadata } = input;
  const data = { amount, currency, interval, customer_email, reference: input.reference ?? null, metadata };
  const event = createEvent('subscription.created', subscription, { ...data, payment_id: paymentId });
  return { state: subscription, events: [event], bill: billOf(subscription) };
}

/** When billing is due next: at the end of the paid period, or when the open request expires. */
export const dueAt = ({ paidAt, period, window }: Subscription): Date =>
  paidAt === undefined ? window.endAt : period.endAt;

// Bills the next period, or the next window of a long one; undefined if nothing is due. After an outage it bills the current
// period only: skipped periods are not billed.
export function advance(
  subscription: Subscription,
  paymentId: PaymentRequestId,
  now: Date,
): BillingDecision | undefined {
  const { billingCycle, period, paidAt } = subscription;
  const isBilled = isBillable(subscription);
  if (!isBilled || now < dueAt(subscription)) return undefined;
  if (now < period.endAt) return remind(subscription, paymentId, now);

  const next = periodAt(billingCycle, now);
  const advanced = billPeriod(
    { ...subscription, status: nextStatus(subscription, paidAt === undefined ? 'lapse' : 'renew') },
    next,
    paymentId,
    now,
  );
  const skipped = next.number - period.number - 1;
  const renewed = createEvent('subscription.renewed', advanced, {
    payment_id: paymentId,
    skipped_periods: skipped,
  });
  const lapsed = createEvent('subscription.past_due', { ...advanced, period }, {});
  const events = paidAt === undefined ? [lapsed, renewed] : [renewed];
  return { state: advanced, events, bill: billOf(advanced) };
}

function remind(subscription: Subscription, paymentId: PaymentRequestId, now: Date): BillingDecision {
  const reminded = billPeriod(subscription, subscription.period, paymentId, now);
  const event = createEvent('subscription.reminded', reminded, { payment_id: paymentId });
  return { state: reminded, events: [event], bill: billOf(reminded) };
}

// Any paid request ends `past_due`, also one of an earlier period; it pays the period that it was issued for. A payment for a
// canceled subscription does not change the subscription.
export function pay(
  subscription: Subscription,
  { paymentId, period }: Pick<Bill, 'paymentId' | 'period'>,
  now: Date,
): SubscriptionDecision {
  if (subscription.status === 'canceled') return { state: subscription, events: [] };
  const isCurrent = period === subscription.period.number;
  const at = notBefore(subscription.updatedAt, now);
  const updated: Subscription = {
    ...subscription,
    status: nextStatus(subscription, 'pay'),
    paidAt: isCurrent ? at : subscription.paidAt,
    updatedAt: at,
  };
  // No request is open when a new billing cycle starts, so the paid one belongs to the current cycle.
  const paidFor = { ...updated, period: periodOf(subscription.billingCycle, period) };
  const event = createEvent('subscription.paid', paidFor, {
    payment_id: paymentId,
    from: subscription.status,
  });
  return { state: updated, events: [event] };
}

/** The caller also cancels the open requests. */
export function pause(subscription: Subscription, now: Date): SubscriptionDecision {
  if (subscription.status === 'paused') return { state: subscription, events: [] };
  const status = nextStatus(subscription, 'pause');
  const paused = { ...subscription, status, updatedAt: notBefore(subscription.updatedAt, now) };
  return {
    state: paused,
    events: [createEvent('subscription.paused', paused, { from: subscription.status })],
  };
}

// Continues the current period if it is paid and has not ended, so that no day is paid twice. Otherwise a new period starts
// now, with the next number.
export function resume(
  subscription: Subscription,
  paymentId: PaymentRequestId,
  now: Date,
): SubscriptionDecision | BillingDecision {
  const status = nextStatus(subscription, 'resume');
  if (subscription.paidAt !== undefined && now < subscription.period.endAt) {
    const resumed = { ...subscription, status, updatedAt: notBefore(subscription.updatedAt, now) };
    return { state: resumed, events: [createEvent('subscription.resumed', resumed, {})] };
  }
  const anchorPeriod = subscription.period.number + 1;
  const billingCycle: BillingCycle = {
    interval: subscription.billingCycle.interval,
    anchorAt: now,
    anchorPeriod,
  };
  const period = periodOf(billingCycle, anchorPeriod);
  const resumed = billPeriod({ ...subscription, status, billingCycle }, period, paymentId, now);
  const event = createEvent('subscription.resumed', resumed, { payment_id: paymentId });
  return { state: resumed, events: [event], bill: billOf(resumed) };
}

export type CanceledSubscription = Subscription & { readonly canceledAt: Date };

export function cancel(
  subscription: Subscription,
  now: Date,
): Decision<CanceledSubscription, SubscriptionEvent> {
  const status = nextStatus(subscription, 'cancel');
  const canceledAt = notBefore(subscription.updatedAt, now);
  const canceled = { ...subscription, status, updatedAt: canceledAt, canceledAt };
  return {
    state: canceled,
    events: [createEvent('subscription.canceled', canceled, { from: subscription.status })],
  };
}

const billPeriod = (
  subscription: Subscription,
  period: Period,
  latestPaymentId: PaymentRequestId,
  now: Date,
): Subscription => ({
  ...subscription,
  period,
  window: windowAt(period, now),
  paidAt: undefined,
  latestPaymentId,
  updatedAt: notBefore(subscription.updatedAt, now),
});

const nextStatus = (subscription: Subscription, action: SubscriptionAction): SubscriptionStatus =>
  transition(SUBSCRIPTION_STATE_MACHINE, subscription.status, action, transitionError);

function transitionError(status: SubscriptionStatus, action: SubscriptionAction): DomainError {
  if (action === 'cancel') return refusal('not_cancellable', 'The subscription has already been canceled.');
  if (status === 'past_due')
    return refusal('conflict', 'The subscription is past_due. It becomes active again once it is paid.');
  return refusal('conflict', `Cannot ${action} the subscription: it is ${status}.`);
}

function createEvent(
  type: SubscriptionEventType,
  { id, accountId, status, period }: Subscription,
  extraData: Readonly<Record<string, unknown>>,
): SubscriptionEvent {
  const { number, startAt, endAt } = period;
  const span = { number, start: startAt.toISOString(), end: endAt.toISOString() };
  return { type, accountId, subjectId: id, data: { status, period: span, ...extraData } };
}

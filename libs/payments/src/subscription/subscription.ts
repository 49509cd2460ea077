import {
  type AccountId,
  type Currency,
  type Decision,
  type DomainError,
  type DomainEvent,
  type Email,
  life,
  type Metadata,
  notBefore,
  type PaymentRequestId,
  requireAmount,
  step,
  type SubscriptionId,
} from '@florin/kernel';
import { refusal } from '../errors.js';
import { type BillingWindow, windowAt } from './billing-window.js';
import { type Bill, billOf, type NewBill } from './bill.js';
import { type Interval, type Period, periodAt, periodOf, type Rhythm } from './period.js';

export const SUBSCRIPTION_STATUSES = ['active', 'past_due', 'paused', 'canceled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
export type SubscriptionAction = 'renew' | 'lapse' | 'pay' | 'pause' | 'resume' | 'cancel';

/** At the end of a period it renews when the period was paid, and lapses into arrears when it was not. */
export const SUBSCRIPTION_LIFE = life<SubscriptionStatus, SubscriptionAction>({
  initial: ['active'],
  transitions: {
    active: { renew: 'active', lapse: 'past_due', pay: 'active', pause: 'paused', cancel: 'canceled' },
    past_due: { renew: 'active', lapse: 'past_due', pay: 'active', pause: 'paused', cancel: 'canceled' },
    paused: { pay: 'paused', resume: 'active', cancel: 'canceled' },
    canceled: {},
  },
});

/** The statuses in which customers are asked for money, and in which an account cannot be closed. */
export const BILLED_STATUSES = ['active', 'past_due'] as const satisfies readonly SubscriptionStatus[];

/** Whether it asks its customer for money, as opposed to resting or being over. */
export const isAsking = ({ status }: Subscription): boolean =>
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
  readonly rhythm: Rhythm;
  readonly period: Period;
  readonly window: BillingWindow;
  /** When the current period was paid. */
  readonly paidAt: Date | undefined;
  /** The request that asks for the current period. */
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
type Decided = Decision<Subscription, SubscriptionEvent>;
export type SubscriptionDecision = Decided & { readonly bill?: undefined };
/** A decision after which the customer is asked for money. */
export type BillingDecision = Decided & { readonly bill: NewBill };

/** The first period begins at once, and with it the asking. */
export function start(
  id: SubscriptionId,
  paymentId: PaymentRequestId,
  { interval, ...input }: NewSubscription,
  now: Date,
): BillingDecision {
  requireAmount(input.amount);
  const rhythm: Rhythm = { interval, anchorAt: now, anchorPeriod: 1 };
  const period = periodOf(rhythm, 1);
  const thing: Subscription = {
    id,
    ...input,
    status: 'active',
    rhythm,
    period,
    window: windowAt(period, now),
    paidAt: undefined,
    latestPaymentId: paymentId,
    createdAt: now,
    updatedAt: now,
    canceledAt: undefined,
  };
  const { amount, currency, customerEmail: customer_email, metadata } = input;
  const asked = { amount, currency, interval, customer_email, reference: input.reference ?? null, metadata };
  const told = happened('subscription.created', thing, { ...asked, payment_id: paymentId });
  return { thing, events: [told], bill: billOf(thing) };
}

/** When the billing has to look at it again: as soon as its open request lapses, or its paid period is over. */
export const dueAt = ({ paidAt, period, window }: Subscription): Date =>
  paidAt === undefined ? window.endAt : period.endAt;

// The next period, or in a long period the next request; undefined when nothing is due. After an outage it goes straight to
// the current period: the customer is not asked for each period that could not be billed.
export function advance(
  subscription: Subscription,
  paymentId: PaymentRequestId,
  now: Date,
): BillingDecision | undefined {
  const { rhythm, period, paidAt } = subscription;
  const isBilled = isAsking(subscription);
  if (!isBilled || now < dueAt(subscription)) return undefined;
  if (now < period.endAt) return remind(subscription, paymentId, now);

  const next = periodAt(rhythm, now);
  const thing = asksFor(
    { ...subscription, status: move(subscription, paidAt === undefined ? 'lapse' : 'renew') },
    next,
    paymentId,
    now,
  );
  const skipped = next.number - period.number - 1;
  const renewed = happened('subscription.renewed', thing, {
    payment_id: paymentId,
    skipped_periods: skipped,
  });
  const lapsed = happened('subscription.past_due', { ...thing, period }, {});
  const events = paidAt === undefined ? [lapsed, renewed] : [renewed];
  return { thing, events, bill: billOf(thing) };
}

function remind(subscription: Subscription, paymentId: PaymentRequestId, now: Date): BillingDecision {
  const thing = asksFor(subscription, subscription.period, paymentId, now);
  const told = happened('subscription.reminded', thing, { payment_id: paymentId });
  return { thing, events: [told], bill: billOf(thing) };
}

// Any paid request ends `past_due`, also one of an earlier period. It pays for the period that it was issued for. A payment
// for a canceled subscription changes nothing here.
export function pay(
  subscription: Subscription,
  { paymentId, period }: Pick<Bill, 'paymentId' | 'period'>,
  now: Date,
): SubscriptionDecision {
  if (subscription.status === 'canceled') return { thing: subscription, events: [] };
  const isCurrent = period === subscription.period.number;
  const at = notBefore(subscription.updatedAt, now);
  const thing: Subscription = {
    ...subscription,
    status: move(subscription, 'pay'),
    paidAt: isCurrent ? at : subscription.paidAt,
    updatedAt: at,
  };
  // No request is open when a new rhythm begins, so the one that was paid belongs to this rhythm.
  const paidFor = { ...thing, period: periodOf(subscription.rhythm, period) };
  const told = happened('subscription.paid', paidFor, { payment_id: paymentId, from: subscription.status });
  return { thing, events: [told] };
}

/** A paused subscription asks for nothing; whoever pauses it also withdraws the request that is open. */
export function pause(subscription: Subscription, now: Date): SubscriptionDecision {
  if (subscription.status === 'paused') return { thing: subscription, events: [] };
  const status = move(subscription, 'pause');
  const thing = { ...subscription, status, updatedAt: notBefore(subscription.updatedAt, now) };
  return { thing, events: [happened('subscription.paused', thing, { from: subscription.status })] };
}

// Continues the current period if it is paid and not over, so that no day is paid twice. Otherwise a new period begins now,
// with the next number.
export function resume(
  subscription: Subscription,
  paymentId: PaymentRequestId,
  now: Date,
): SubscriptionDecision | BillingDecision {
  const status = move(subscription, 'resume');
  if (subscription.paidAt !== undefined && now < subscription.period.endAt) {
    const thing = { ...subscription, status, updatedAt: notBefore(subscription.updatedAt, now) };
    return { thing, events: [happened('subscription.resumed', thing, {})] };
  }
  const anchorPeriod = subscription.period.number + 1;
  const rhythm: Rhythm = { interval: subscription.rhythm.interval, anchorAt: now, anchorPeriod };
  const period = periodOf(rhythm, anchorPeriod);
  const thing = asksFor({ ...subscription, status, rhythm }, period, paymentId, now);
  const told = happened('subscription.resumed', thing, { payment_id: paymentId });
  return { thing, events: [told], bill: billOf(thing) };
}

export type CanceledSubscription = Subscription & { readonly canceledAt: Date };

export function cancel(
  subscription: Subscription,
  now: Date,
): Decision<CanceledSubscription, SubscriptionEvent> {
  const status = move(subscription, 'cancel');
  const canceledAt = notBefore(subscription.updatedAt, now);
  const thing = { ...subscription, status, updatedAt: canceledAt, canceledAt };
  return { thing, events: [happened('subscription.canceled', thing, { from: subscription.status })] };
}

const asksFor = (
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

const move = (subscription: Subscription, action: SubscriptionAction): SubscriptionStatus =>
  step(SUBSCRIPTION_LIFE, subscription.status, action, refused);

function refused(status: SubscriptionStatus, action: SubscriptionAction): DomainError {
  if (action === 'cancel') return refusal('not_cancellable', 'The subscription is canceled already.');
  if (status === 'past_due')
    return refusal('conflict', 'The subscription is past_due; it is active again once it is paid.');
  return refusal('conflict', `The subscription is ${status}, and one that is cannot ${action}.`);
}

function happened(
  type: SubscriptionEventType,
  { id, accountId, status, period }: Subscription,
  more: Readonly<Record<string, unknown>>,
): SubscriptionEvent {
  const { number, startAt, endAt } = period;
  const span = { number, start: startAt.toISOString(), end: endAt.toISOString() };
  return { type, accountId, subjectId: id, data: { status, period: span, ...more } };
}

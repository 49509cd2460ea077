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

/** At the end of a period it renews when the period was paid, and lapses into arrears when it was not. */
export const SUBSCRIPTION_STATE_MACHINE = stateMachine<SubscriptionStatus, SubscriptionAction>({
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
type SubscriptionChange = Decision<Subscription, SubscriptionEvent>;
export type SubscriptionDecision = SubscriptionChange & { readonly bill?: undefined };
/** A decision after which the customer is asked for money. */
export type BillingDecision = SubscriptionChange & { readonly bill: NewBill };

/** The first period begins at once, and with it the asking. */
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

// Any paid request ends `past_due`, also one of an earlier period. It pays for the period that it was issued for. A payment
// for a canceled subscription changes nothing here.
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
  // No request is open when a new rhythm begins, so the one that was paid belongs to this rhythm.
  const paidFor = { ...updated, period: periodOf(subscription.billingCycle, period) };
  const event = createEvent('subscription.paid', paidFor, {
    payment_id: paymentId,
    from: subscription.status,
  });
  return { state: updated, events: [event] };
}

/** A paused subscription asks for nothing; whoever pauses it also withdraws the request that is open. */
export function pause(subscription: Subscription, now: Date): SubscriptionDecision {
  if (subscription.status === 'paused') return { state: subscription, events: [] };
  const status = nextStatus(subscription, 'pause');
  const paused = { ...subscription, status, updatedAt: notBefore(subscription.updatedAt, now) };
  return {
    state: paused,
    events: [createEvent('subscription.paused', paused, { from: subscription.status })],
  };
}

// Continues the current period if it is paid and not over, so that no day is paid twice. Otherwise a new period begins now,
// with the next number.
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
  if (action === 'cancel') return refusal('not_cancellable', 'The subscription is canceled already.');
  if (status === 'past_due')
    return refusal('conflict', 'The subscription is past_due; it is active again once it is paid.');
  return refusal('conflict', `The subscription is ${status}, and one that is cannot ${action}.`);
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

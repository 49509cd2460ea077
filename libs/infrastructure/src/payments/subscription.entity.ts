import {
  type BillingWindow,
  dueAt,
  type Period,
  type BillingCycle,
  type Subscription,
} from '@florin/payments';
import { EntitySchema } from 'typeorm';
import { idColumn, optional, rowReader } from '../postgres/entity-mapping.js';
import { bigintColumn, instant } from '../postgres/columns.js';

type SubscriptionRow = Omit<Subscription, 'billingCycle' | 'period' | 'window'> &
  BillingCycle & {
    readonly periodNumber: Period['number'];
    readonly periodStartAt: Period['startAt'];
    readonly periodEndAt: Period['endAt'];
    readonly windowNumber: BillingWindow['number'];
    readonly windowEndAt: BillingWindow['endAt'];
    readonly dueAt: Date;
  };

export const SubscriptionEntity = new EntitySchema<SubscriptionRow>({
  name: 'subscription',
  tableName: 'subscriptions',
  columns: {
    accountId: { ...idColumn('acct', 'account_id'), primary: true },
    id: { ...idColumn('sub'), primary: true },
    customerEmail: { name: 'customer_email', type: 'text' },
    amount: { ...bigintColumn },
    currency: { type: 'text' },
    interval: { type: 'text' },
    reference: optional({ type: 'text' }),
    metadata: { type: 'json' },
    status: { type: 'text' },
    anchorAt: instant('anchor_at'),
    anchorPeriod: { name: 'anchor_period', type: 'integer' },
    periodNumber: { name: 'period_number', type: 'integer' },
    periodStartAt: instant('period_start_at'),
    periodEndAt: instant('period_end_at'),
    windowNumber: { name: 'window_number', type: 'integer' },
    windowEndAt: instant('window_end_at'),
    dueAt: instant('due_at'),
    paidAt: optional(instant('paid_at')),
    latestPaymentId: idColumn('pay', 'latest_payment_id'),
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
    canceledAt: optional(instant('canceled_at')),
  },
});

const fromRow = rowReader(SubscriptionEntity);

export const subscriptionOfRow = (row: object): Subscription => subscriptionOf(fromRow(row));

export function subscriptionOf(row: SubscriptionRow): Subscription {
  const { interval, anchorAt, anchorPeriod, periodNumber, periodStartAt, periodEndAt, ...others } = row;
  const { windowNumber, windowEndAt, dueAt: _, ...fields } = others;
  return {
    ...fields,
    billingCycle: { interval, anchorAt, anchorPeriod },
    period: { number: periodNumber, startAt: periodStartAt, endAt: periodEndAt },
    window: { number: windowNumber, endAt: windowEndAt },
  };
}

export function subscriptionRowOf(subscription: Subscription): SubscriptionRow {
  const { billingCycle, period, window, ...fields } = subscription;
  return {
    ...fields,
    ...billingCycle,
    periodNumber: period.number,
    periodStartAt: period.startAt,
    periodEndAt: period.endAt,
    windowNumber: window.number,
    windowEndAt: window.endAt,
    dueAt: dueAt(subscription),
  };
}

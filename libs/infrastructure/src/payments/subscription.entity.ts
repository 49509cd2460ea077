import { type Currency, type Email, idFromUuid, type Metadata, uuidFromId } from '@florin/kernel';
import { dueAt, type Interval, type Subscription, type SubscriptionStatus } from '@florin/payments';
import { EntitySchema } from 'typeorm';
import { bigintColumn, instant, optionalInstant, safeInteger } from '../postgres/columns.js';

export interface SubscriptionRow {
  accountId: string;
  id: string;
  customerEmail: string;
  amount: number;
  currency: string;
  interval: string;
  reference: string | null;
  /** `object`, because `Metadata` is too deep a type for TypeORM's own. */
  metadata: object;
  status: string;
  anchorAt: Date;
  anchorPeriod: number;
  periodNumber: number;
  periodStartAt: Date;
  periodEndAt: Date;
  windowNumber: number;
  windowEndAt: Date;
  /** Follows from the rest, and is only searched for. */
  dueAt: Date;
  paidAt: Date | null;
  latestPaymentId: string;
  createdAt: Date;
  updatedAt: Date;
  canceledAt: Date | null;
}

export const SubscriptionEntity = new EntitySchema<SubscriptionRow>({
  name: 'subscription',
  tableName: 'subscriptions',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true },
    id: { type: 'uuid', primary: true },
    customerEmail: { name: 'customer_email', type: 'text' },
    amount: { ...bigintColumn },
    currency: { type: 'text' },
    interval: { type: 'text' },
    reference: { type: 'text', nullable: true },
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
    paidAt: optionalInstant('paid_at'),
    latestPaymentId: { name: 'latest_payment_id', type: 'uuid' },
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
    canceledAt: optionalInstant('canceled_at'),
  },
});

export const subscriptionOf = (row: SubscriptionRow): Subscription => ({
  id: idFromUuid('sub', row.id),
  accountId: idFromUuid('acct', row.accountId),
  customerEmail: row.customerEmail as Email,
  amount: safeInteger(row.amount),
  currency: row.currency as Currency,
  reference: row.reference ?? undefined,
  metadata: row.metadata as Metadata,
  status: row.status as SubscriptionStatus,
  rhythm: { interval: row.interval as Interval, anchorAt: row.anchorAt, anchorPeriod: row.anchorPeriod },
  period: { number: row.periodNumber, startAt: row.periodStartAt, endAt: row.periodEndAt },
  window: { number: row.windowNumber, endAt: row.windowEndAt },
  paidAt: row.paidAt ?? undefined,
  latestPaymentId: idFromUuid('pay', row.latestPaymentId),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  canceledAt: row.canceledAt ?? undefined,
});

export function subscriptionRowOf(subscription: Subscription): SubscriptionRow {
  const { rhythm, period, window, ...fields } = subscription;
  return {
    ...fields,
    ...rhythm,
    id: uuidFromId(fields.id),
    accountId: uuidFromId(fields.accountId),
    reference: fields.reference ?? null,
    periodNumber: period.number,
    periodStartAt: period.startAt,
    periodEndAt: period.endAt,
    windowNumber: window.number,
    windowEndAt: window.endAt,
    dueAt: dueAt(subscription),
    paidAt: fields.paidAt ?? null,
    latestPaymentId: uuidFromId(fields.latestPaymentId),
    canceledAt: fields.canceledAt ?? null,
  };
}

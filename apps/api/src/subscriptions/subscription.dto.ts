import type { AccountId, Currency, Email, Metadata } from '@florin/kernel';
import {
  type CanceledSubscription,
  type Interval,
  INTERVALS,
  type NewSubscription,
  type Subscription,
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
} from '@florin/payments';
import { ApiProperty } from '@nestjs/swagger';
import { CursorQuery } from '../identity/cursor.dto.js';
import {
  Amount,
  CurrencyCode,
  EmailAddress,
  IdText,
  MetadataField,
  OneOf,
  Reference,
} from '../validation/fields.js';

export class CreateSubscriptionDto {
  @IdText('acct') account_id!: string;
  @EmailAddress({ description: 'Who is asked to pay, period by period.' }) customer_email!: Email;
  @Amount() amount!: number;
  @CurrencyCode({ description: 'Must be the account’s.' }) currency!: Currency;
  @OneOf(INTERVALS) interval!: Interval;
  @Reference({ optional: true }) reference?: string;
  @MetadataField({ optional: true }) metadata?: Metadata;
}

const SETTABLE_STATUSES = ['active', 'paused'] as const;

export class UpdateSubscriptionDto {
  @OneOf(SETTABLE_STATUSES, {
    optional: true,
    description: 'paused asks for nothing any more; active begins a new period now.',
  })
  status?: (typeof SETTABLE_STATUSES)[number];
}

export class ListSubscriptionsQuery extends CursorQuery {
  @OneOf(SUBSCRIPTION_STATUSES, { optional: true }) status?: SubscriptionStatus;
}

/** `accountId` is parsed by whoever knows what to say when it names nothing. */
export const newSubscriptionOf = (body: CreateSubscriptionDto, accountId: AccountId): NewSubscription => ({
  accountId,
  customerEmail: body.customer_email,
  amount: body.amount,
  currency: body.currency,
  interval: body.interval,
  reference: body.reference,
  metadata: body.metadata ?? {},
});

/** What is kept for those who repeat a request: everything but the address, which is derived anew each time. */
export class SubscriptionFields {
  @ApiProperty({ example: 'sub_01k9zxv3s8e7qv5m2c4w6y8h0j' }) id!: Subscription['id'];
  @ApiProperty({ example: 'acct_01k9zxv3s8e7qv5m2c4w6y8h0j' }) account_id!: string;
  @ApiProperty({ example: 'grace@example.com' }) customer_email!: string;
  @ApiProperty({ type: 'integer', example: 1900 }) amount!: number;
  @ApiProperty({ example: 'USD' }) currency!: string;
  @ApiProperty({ enum: INTERVALS }) interval!: Interval;
  @ApiProperty({ enum: SUBSCRIPTION_STATUSES }) status!: SubscriptionStatus;
  @ApiProperty({ type: 'string', nullable: true }) reference!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true }) metadata!: object;
  @ApiProperty({ type: 'integer', example: 1, description: 'Counts from 1.' }) current_period!: number;
  @ApiProperty({ format: 'date-time' }) current_period_start!: string;
  @ApiProperty({ format: 'date-time' }) current_period_end!: string;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) current_period_paid_at!:
    string | null;
  @ApiProperty({ example: 'pay_01k9zxv3s8e7qv5m2c4w6y8h0j' })
  latest_payment_id!: Subscription['latestPaymentId'];
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) canceled_at!: string | null;
}

export class SubscriptionBody extends SubscriptionFields {
  @ApiProperty({ description: 'Where the customer pays the latest request.' }) latest_payment_url!: string;
}

export class SubscriptionListBody {
  @ApiProperty({ enum: ['list'] }) object!: 'list';
  @ApiProperty({ type: [SubscriptionBody] }) data!: readonly SubscriptionBody[];
  @ApiProperty() has_more!: boolean;
}

export class CanceledSubscriptionBody {
  @ApiProperty() id!: string;
  @ApiProperty({ enum: ['canceled'] }) status!: string;
  @ApiProperty({ format: 'date-time' }) canceled_at!: string;
  @ApiProperty() message!: string;
}

export const subscriptionFields = (subscription: Subscription): SubscriptionFields => ({
  id: subscription.id,
  account_id: subscription.accountId,
  customer_email: subscription.customerEmail,
  amount: subscription.amount,
  currency: subscription.currency,
  interval: subscription.rhythm.interval,
  status: subscription.status,
  reference: subscription.reference ?? null,
  metadata: subscription.metadata,
  current_period: subscription.period.number,
  current_period_start: subscription.period.startAt.toISOString(),
  current_period_end: subscription.period.endAt.toISOString(),
  current_period_paid_at: subscription.paidAt?.toISOString() ?? null,
  latest_payment_id: subscription.latestPaymentId,
  created_at: subscription.createdAt.toISOString(),
  updated_at: subscription.updatedAt.toISOString(),
  canceled_at: subscription.canceledAt?.toISOString() ?? null,
});

export const canceledSubscriptionBody = ({
  id,
  status,
  canceledAt,
}: CanceledSubscription): CanceledSubscriptionBody => ({
  id,
  status,
  canceled_at: canceledAt.toISOString(),
  message: 'The subscription is canceled and asks for nothing any more.',
});

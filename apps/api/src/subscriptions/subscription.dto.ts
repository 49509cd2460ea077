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
import { ApiSchema } from '@nestjs/swagger';
import { CursorBodyOf, CursorQueryOf } from '../common/pagination/cursor.dto.js';
import {
  ApiConst,
  ApiAmount,
  ApiEnum,
  ApiInteger,
  ApiCurrency,
  ApiEmail,
  ApiId,
  ApiTimestamp,
  ApiMetadata,
  NULL_AT_FIRST,
  ApiReference,
  ApiUrl,
  ApiText,
} from '../openapi/fields.js';
import {
  IsAmount,
  IsCurrency,
  IsEmailAddress,
  IsId,
  IsMetadata,
  IsOneOf,
  IsReference,
} from '../common/decorators/fields.js';
import { IsQueryReference } from '../common/decorators/query-fields.js';

@ApiSchema({ name: 'CreateSubscription', description: 'The subscription to create.' })
export class CreateSubscriptionDto {
  @IsId('acct', { description: 'The account that receives the payment.' }) account_id!: string;
  @IsEmailAddress({ description: 'The email address of the customer.' }) customer_email!: Email;
  @IsAmount({ description: 'The amount of each period, in minor units: 7500 is 75.00.' }) amount!: number;
  @IsCurrency({ description: 'Must be the currency of the account.' }) currency!: Currency;
  @IsOneOf(INTERVALS, { description: 'The length of a period.' }) interval!: Interval;
  @IsReference({ omittable: true }) reference?: string;
  @IsMetadata({ omittable: true }) metadata?: Metadata;
}

const SETTABLE_STATUSES = ['active', 'paused'] as const;

@ApiSchema({ name: 'UpdateSubscription', description: 'Pauses or resumes the subscription.' })
export class UpdateSubscriptionDto {
  @IsOneOf(SETTABLE_STATUSES, {
    optional: true,
    description:
      '`paused` creates no more payment requests. `active` continues the current period if it is paid, or starts a new one.',
  })
  status?: (typeof SETTABLE_STATUSES)[number];
}

export class ListSubscriptionsQuery extends CursorQueryOf('sub') {
  @IsOneOf(SUBSCRIPTION_STATUSES, { optional: true, description: 'Only items with this status.' })
  status?: SubscriptionStatus;

  @IsQueryReference() reference?: string;
}

/** The controller parses `accountId`, because its error depends on the account scope. */
export const newSubscriptionOf = (body: CreateSubscriptionDto, accountId: AccountId): NewSubscription => ({
  accountId,
  customerEmail: body.customer_email,
  amount: body.amount,
  currency: body.currency,
  interval: body.interval,
  reference: body.reference,
  metadata: body.metadata ?? {},
});

/** The body stored for idempotent retries. It does not contain the secret URL, which is derived for each response. */
export class SubscriptionFields {
  @ApiId('sub', 'The subscription.') id!: Subscription['id'];
  @ApiId('acct', 'The account that receives the payment.') account_id!: string;
  @ApiEmail('The email address of the customer.') customer_email!: string;
  @ApiAmount() amount!: number;
  @ApiCurrency() currency!: string;
  @ApiEnum(INTERVALS, 'The length of a period.', { example: 'month' }) interval!: Interval;
  @ApiEnum(
    SUBSCRIPTION_STATUSES,
    '`past_due` if a period ended unpaid. An account with `active` or `past_due` subscriptions cannot be closed.',
  )
  status!: SubscriptionStatus;
  @ApiReference() reference!: string | null;
  @ApiMetadata() metadata!: object;
  @ApiInteger('The number of the current period, starting at 1.', 1, 1) current_period!: number;
  @ApiTimestamp('When the current period started.') current_period_start!: string;
  @ApiTimestamp('When the current period ends.', { example: '2026-02-28T09:30:00.000Z' })
  current_period_end!: string;
  @ApiTimestamp('When the current period was paid.', NULL_AT_FIRST) current_period_paid_at!: string | null;
  @ApiId('pay', 'The latest payment request.') latest_payment_id!: Subscription['latestPaymentId'];
  @ApiTimestamp('When it was created.') created_at!: string;
  @ApiTimestamp('When it last changed.') updated_at!: string;
  @ApiTimestamp('When it was canceled.', NULL_AT_FIRST) canceled_at!: string | null;
}

@ApiSchema({ name: 'Subscription', description: 'The subscription.' })
export class SubscriptionBody extends SubscriptionFields {
  @ApiUrl(
    'The payment page of the latest payment request.',
    'https://pay.example.com/pay/c2VjcmV0IG9mIHRoZSBwYWdl',
  )
  latest_payment_url!: string;
}

@ApiSchema({ name: 'SubscriptionList', description: 'A page of subscriptions, newest first.' })
export class SubscriptionListBody extends CursorBodyOf<SubscriptionBody>({
  type: [SubscriptionBody],
  description: 'The subscriptions of this page.',
}) {}

const CANCELED = 'The subscription is canceled and creates no more payment requests.';

@ApiSchema({ name: 'CanceledSubscription', description: 'The subscription is canceled.' })
export class CanceledSubscriptionBody {
  @ApiId('sub', 'The canceled subscription.') id!: string;
  @ApiConst('canceled', 'The new status.') status!: string;
  @ApiTimestamp('When it was canceled.') canceled_at!: string;
  @ApiText('A confirmation to show to people.', CANCELED) message!: string;
}

export const subscriptionFields = (subscription: Subscription): SubscriptionFields => ({
  id: subscription.id,
  account_id: subscription.accountId,
  customer_email: subscription.customerEmail,
  amount: subscription.amount,
  currency: subscription.currency,
  interval: subscription.billingCycle.interval,
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
  message: CANCELED,
});

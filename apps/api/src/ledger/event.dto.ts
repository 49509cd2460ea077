import { ACCOUNT_EVENTS, ACCOUNT_STATUSES, ACCOUNT_TYPES } from '@florin/accounts';
import { EVENT_TYPES } from '@florin/infrastructure';
import type { Id } from '@florin/kernel';
import { TRANSACTION_EVENTS, TRANSACTION_STATUSES, TRANSACTION_TYPES, TRANSFER_EVENTS } from '@florin/ledger';
import {
  CANCEL_REASONS,
  CARD_BRANDS,
  DECLINE_REASONS,
  INTERVALS,
  PAYMENT_REQUEST_EVENTS,
  PAYMENT_REQUEST_STATUSES,
  REFUND_EVENTS,
  REFUND_FAILURE_REASONS,
  REFUND_STATUSES,
  SUBSCRIPTION_EVENTS,
  SUBSCRIPTION_STATUSES,
} from '@florin/payments';
import { DISABLE_REASONS, WEBHOOK_ENDPOINT_EVENTS } from '@florin/webhooks';
import { ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { EventSettingsBody } from '../accounts/account.dto.js';
import { IsOneOf } from '../common/decorators/fields.js';
import { IsQueryIdOrWord } from '../common/decorators/query-fields.js';
import { LineItemBody } from '../payments/line-item.dto.js';
import { CursorBodyOf, CursorQueryOf } from '../common/pagination/cursor.dto.js';
import {
  ApiAmount,
  ApiBoolean,
  ApiEnum,
  ApiInteger,
  ApiCurrency,
  ApiEmail,
  ApiHash,
  exampleId,
  ApiId,
  ApiTimestamp,
  ApiMetadata,
  ApiReference,
  ApiOptional,
  ApiText,
  ApiUrl,
} from '../openapi/fields.js';

@ApiSchema({ name: 'EventBalance', description: 'The balance of the account after the event.' })
class EventBalance {
  @ApiInteger('The amount that the account can spend.', 250_000) available!: number;
  @ApiInteger('The amount on hold for pending payments.', 7_500) held!: number;
  @ApiInteger('The amount of pending credits and refunds.', 1_200) incoming!: number;
}

class EventFields {
  @ApiId('evt', 'The event.') id!: string;
  @ApiId('acct', 'The account of the event.') account_id!: string;
  @ApiTimestamp('When the event occurred.') created_at!: string;
  @ApiText(
    'Who caused the event: the id of a user or an API key, `customer` (on a payment page), `anonymous` or `system`. Null for events from before actors were recorded.',
    exampleId('user'),
    { nullable: true },
  )
  actor!: string | null;
  @ApiProperty({
    type: EventBalance,
    nullable: true,
    description:
      'The balance of the account after the event. Null for events that are not of a transaction or a transfer, and for those from before balances were recorded.',
  })
  balance!: EventBalance | null;
  @ApiHash(
    'SHA-256 of the previous hash of the account (64 zeros at first) and this event without `hash` as canonical JSON (RFC 8785). Null for an event that is not chained yet.',
  )
  hash!: string | null;
  @ApiOptional(ApiTimestamp('When personal data was removed from the event, which keeps its hash.'))
  erased_at?: string;
}

@ApiSchema({
  name: 'AccountEventData',
  description: 'The account after it was opened or updated, or its previous status.',
})
class AccountEventData {
  @ApiOptional(ApiEnum(ACCOUNT_TYPES, 'With `opened`: individual or business.')) type?: string;
  @ApiOptional(ApiEmail('With `opened` and `updated`: the email address.')) email?: string;
  @ApiOptional(ApiText('With `opened` and `updated`: the name.', 'Ada Ltd')) name?: string;
  @ApiOptional(ApiProperty({ type: EventSettingsBody })) settings?: EventSettingsBody;
  @ApiOptional(ApiEnum(ACCOUNT_STATUSES, 'With the other events: the previous status.')) from?: string;
}

@ApiSchema({ name: 'AccountEvent', description: 'An event of the account.' })
class AccountEventBody extends EventFields {
  @ApiEnum(ACCOUNT_EVENTS, 'The type of the event.') type!: string;
  @ApiId('acct', 'The object that changed.') subject_id!: string;
  @ApiProperty({ type: AccountEventData }) data!: AccountEventData;
}

@ApiSchema({ name: 'TransactionEventData', description: 'The transaction at the time of the event.' })
class TransactionEventData {
  @ApiEnum(TRANSACTION_TYPES, 'The type of the transaction.') type!: string;
  @ApiAmount() amount!: number;
  @ApiCurrency() currency!: string;
  @ApiEnum(TRANSACTION_STATUSES, 'The status after the event.') status!: string;
  @ApiOptional(ApiId('txn', 'The payment that the refund belongs to.')) refund_of?: string;
  @ApiOptional(ApiId('trf', 'The transfer that it is one side of.')) transfer_id?: string;
  @ApiOptional(ApiId('re', 'The refund that it belongs to.')) refund_id?: string;
  @ApiOptional(ApiReference()) reference?: string | null;
  @ApiOptional(ApiMetadata()) metadata?: object;
  @ApiOptional(ApiText('With `failed`: the reason.', 'card expired')) failure_reason?: string;
}

@ApiSchema({ name: 'TransactionEvent', description: 'An event of a transaction.' })
class TransactionEventBody extends EventFields {
  @ApiEnum(TRANSACTION_EVENTS, 'The type of the event.') type!: string;
  @ApiId('txn', 'The object that changed.') subject_id!: string;
  @ApiProperty({ type: TransactionEventData }) data!: TransactionEventData;
}

@ApiSchema({ name: 'TransferEventData', description: 'The transfer at the time of the event.' })
class TransferEventData {
  @ApiId('acct', 'The account that pays.') from_account_id!: string;
  @ApiId('acct', 'The account that receives the money.') to_account_id!: string;
  @ApiAmount() amount!: number;
  @ApiCurrency() currency!: string;
  @ApiEnum(TRANSACTION_STATUSES, 'The status after the event.') status!: string;
  @ApiReference() reference!: string | null;
  @ApiOptional(ApiText('With `failed`: the reason.', 'rejected by the bank')) failure_reason?: string;
}

@ApiSchema({ name: 'TransferEvent', description: 'An event of a transfer, once for each of its accounts.' })
class TransferEventBody extends EventFields {
  @ApiEnum(TRANSFER_EVENTS, 'The type of the event.') type!: string;
  @ApiId('trf', 'The object that changed.') subject_id!: string;
  @ApiProperty({ type: TransferEventData }) data!: TransferEventData;
}

@ApiSchema({ name: 'EventCard', description: 'The card that the customer used.' })
class EventCard {
  @ApiEnum(CARD_BRANDS, 'The brand of the card.') brand!: string;
  @ApiText('The last four digits of the card.', '4242') last4!: string;
}

@ApiSchema({ name: 'PaymentEventData', description: 'The payment request at the time of the event.' })
class PaymentEventData {
  @ApiAmount() amount!: number;
  @ApiCurrency() currency!: string;
  @ApiEnum(PAYMENT_REQUEST_STATUSES, 'The status after the event.') status!: string;
  @ApiReference() reference!: string | null;
  @ApiOptional(ApiId('sub', 'The subscription that created it.')) subscription_id?: string;
  @ApiOptional(ApiEmail('With `created`: the email address of the customer.')) customer_email?: string;
  @ApiOptional(ApiMetadata()) metadata?: object;
  @ApiOptional(ApiTimestamp('With `created`: when it expires.')) expires_at?: string;
  @ApiOptional(ApiText('With `created`: what the payment is for.', 'Order A-1001')) description?: string;
  @ApiOptional(
    ApiProperty({ type: [LineItemBody], description: 'With `created`: what the customer pays for.' }),
  )
  line_items?: LineItemBody[];
  @ApiOptional(
    ApiText('With `created`: where the page leads after the payment.', 'https://shop.example/thanks'),
  )
  success_url?: string;
  @ApiOptional(ApiText('With `created`: where "Cancel" leads.', 'https://shop.example/cart'))
  cancel_url?: string;
  @ApiOptional(ApiBoolean('With `created`: whether it is sent by email.')) send_email?: boolean;
  @ApiOptional(ApiId('txn', 'With `succeeded`: the credit that the payment was booked as.'))
  transaction_id?: string;
  @ApiOptional(ApiInteger('With `declined` and `failed`: the number of declined cards.', 1))
  declines?: number;
  @ApiOptional(
    ApiEnum([...DECLINE_REASONS, ...CANCEL_REASONS], 'With `declined` and `canceled`: the reason.'),
  )
  reason?: string;
  @ApiOptional(ApiProperty({ type: EventCard })) card?: EventCard;
}

@ApiSchema({ name: 'PaymentEvent', description: 'An event of a payment request.' })
class PaymentEventBody extends EventFields {
  @ApiEnum(PAYMENT_REQUEST_EVENTS, 'The type of the event.') type!: string;
  @ApiId('pay', 'The object that changed.') subject_id!: string;
  @ApiProperty({ type: PaymentEventData }) data!: PaymentEventData;
}

@ApiSchema({ name: 'RefundEventData', description: 'The refund at the time of the event.' })
class RefundEventData {
  @ApiId('pay', 'The payment request that is refunded.') payment_id!: string;
  @ApiAmount() amount!: number;
  @ApiCurrency() currency!: string;
  @ApiEnum(REFUND_STATUSES, 'The status after the event.') status!: string;
  @ApiText('Why it is refunded.', 'returned goods', { nullable: true }) reason!: string | null;
  @ApiId('txn', 'The payment that takes the amount from the account.') transaction_id!: string;
  @ApiOptional(ApiEnum(REFUND_FAILURE_REASONS, 'With `failed`: the reason.')) failure_reason?: string;
}

@ApiSchema({ name: 'RefundEvent', description: 'An event of a refund.' })
class RefundEventBody extends EventFields {
  @ApiEnum(REFUND_EVENTS, 'The type of the event.') type!: string;
  @ApiId('re', 'The object that changed.') subject_id!: string;
  @ApiProperty({ type: RefundEventData }) data!: RefundEventData;
}

@ApiSchema({ name: 'EventPeriod', description: 'A period of a subscription.' })
class EventPeriod {
  @ApiInteger('The number of the period, starting at 1.', 1, 1) number!: number;
  @ApiTimestamp('When it started.') start!: string;
  @ApiTimestamp('When it ends.') end!: string;
}

@ApiSchema({ name: 'SubscriptionEventData', description: 'The subscription at the time of the event.' })
class SubscriptionEventData {
  @ApiEnum(SUBSCRIPTION_STATUSES, 'The status after the event.') status!: string;
  @ApiProperty({ type: EventPeriod }) period!: EventPeriod;
  @ApiOptional(ApiAmount()) amount?: number;
  @ApiOptional(ApiCurrency()) currency?: string;
  @ApiOptional(ApiEnum(INTERVALS, 'With `created`: the length of a period.')) interval?: string;
  @ApiOptional(ApiEmail('With `created`: the email address of the customer.')) customer_email?: string;
  @ApiOptional(ApiReference()) reference?: string | null;
  @ApiOptional(ApiMetadata()) metadata?: object;
  @ApiOptional(ApiId('pay', 'The payment request of the event.')) payment_id?: string;
  @ApiOptional(ApiInteger('With `renewed`: the number of periods without a payment request.', 0))
  skipped_periods?: number;
  @ApiOptional(ApiEnum(SUBSCRIPTION_STATUSES, 'With `paid`, `paused` and `canceled`: the previous status.'))
  from?: string;
}

@ApiSchema({ name: 'SubscriptionEvent', description: 'An event of a subscription.' })
class SubscriptionEventBody extends EventFields {
  @ApiEnum(SUBSCRIPTION_EVENTS, 'The type of the event.') type!: string;
  @ApiId('sub', 'The object that changed.') subject_id!: string;
  @ApiProperty({ type: SubscriptionEventData }) data!: SubscriptionEventData;
}

@ApiSchema({ name: 'WebhookEndpointEventData', description: 'Why the webhook endpoint was disabled.' })
class WebhookEndpointEventData {
  @ApiUrl('The URL of the endpoint.', 'https://shop.example.com/webhooks/florin') url!: string;
  @ApiEnum(
    DISABLE_REASONS,
    '`failing`: all deliveries failed for five days. `gone`: the endpoint responded with 410.',
  )
  reason!: string;
}

@ApiSchema({ name: 'WebhookEndpointEvent', description: 'An event of a webhook endpoint.' })
class WebhookEndpointEventBody extends EventFields {
  @ApiEnum(WEBHOOK_ENDPOINT_EVENTS, 'The type of the event.') type!: string;
  @ApiId('whe', 'The object that changed.') subject_id!: string;
  @ApiProperty({ type: WebhookEndpointEventData }) data!: WebhookEndpointEventData;
}

const KINDS = [
  AccountEventBody,
  TransactionEventBody,
  TransferEventBody,
  PaymentEventBody,
  RefundEventBody,
  SubscriptionEventBody,
  WebhookEndpointEventBody,
] as const;
type EventBody = Pick<InstanceType<(typeof KINDS)[number]>, keyof AccountEventBody>;

export class ListEventsQuery extends CursorQueryOf('evt') {
  @IsOneOf(EVENT_TYPES, { optional: true, description: 'Only events of this type.' }) type?: string;
  @IsQueryIdOrWord(['txn', 'trf', 'pay', 're', 'sub', 'acct', 'whe'], [], {
    description: 'Only events of this object.',
  })
  subject_id?: Id<'acct' | 'txn' | 'trf' | 'pay' | 're' | 'sub' | 'whe'>;
}

@ApiExtraModels(...KINDS)
@ApiSchema({ name: 'EventList', description: 'A page of events, newest first.' })
export class EventListBody extends CursorBodyOf<EventBody>({
  type: 'array',
  items: { oneOf: KINDS.map((kind) => ({ $ref: getSchemaPath(kind) })) },
  description: 'The events of this page.',
}) {}

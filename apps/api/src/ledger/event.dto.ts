import { ACCOUNT_EVENTS, ACCOUNT_STATUSES, ACCOUNT_TYPES } from '@florin/accounts';
import type { EventEnvelope } from '@florin/kernel';
import { TRANSACTION_EVENTS, TRANSACTION_STATUSES, TRANSACTION_TYPES } from '@florin/ledger';
import {
  CANCEL_REASONS,
  CARD_BRANDS,
  DECLINE_REASONS,
  INTERVALS,
  PAYMENT_REQUEST_EVENTS,
  PAYMENT_REQUEST_STATUSES,
  SUBSCRIPTION_EVENTS,
  SUBSCRIPTION_STATUSES,
} from '@florin/payments';
import { ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { AccountSettingsBody } from '../accounts/account.dto.js';
import { CursorBodyOf, CursorQueryOf } from '../common/pagination/cursor.dto.js';
import {
  ApiAmount,
  ApiEnum,
  ApiInteger,
  ApiCurrency,
  ApiEmail,
  exampleId,
  ApiId,
  ApiTimestamp,
  ApiMetadata,
  ApiReference,
  ApiOptional,
  ApiText,
} from '../openapi/fields.js';

class EventFields {
  @ApiId('evt', 'The event.') id!: string;
  @ApiId('acct', 'Whose it is.') account_id!: string;
  @ApiTimestamp('When it happened.') created_at!: string;
  @ApiText(
    'Who made it happen: a user, a key, `anonymous`, `customer` on a payment page, or `system`. Null where it was not noted yet.',
    exampleId('user'),
    { nullable: true },
  )
  actor!: string | null;
}

@ApiSchema({
  name: 'AccountEventData',
  description: 'An account as it was opened or updated, or its last state.',
})
class AccountEventData {
  @ApiOptional(ApiEnum(ACCOUNT_TYPES, 'opened: whose it is.')) type?: string;
  @ApiOptional(ApiEmail('opened, updated: of the account.')) email?: string;
  @ApiOptional(ApiText('opened, updated: of the account.', 'Ada Ltd')) name?: string;
  @ApiOptional(ApiProperty({ type: AccountSettingsBody })) settings?: AccountSettingsBody;
  @ApiOptional(ApiEnum(ACCOUNT_STATUSES, 'The others: what it was before.')) from?: string;
}

@ApiSchema({ name: 'AccountEvent', description: 'Something that happened to the account.' })
class AccountEventBody extends EventFields {
  @ApiEnum(ACCOUNT_EVENTS, 'What happened.') type!: string;
  @ApiId('acct', 'What it happened to.') subject_id!: string;
  @ApiProperty({ type: AccountEventData }) data!: AccountEventData;
}

@ApiSchema({ name: 'TransactionEventData', description: 'The transaction as it was then.' })
class TransactionEventData {
  @ApiEnum(TRANSACTION_TYPES, 'Which way the money goes.') type!: string;
  @ApiAmount() amount!: number;
  @ApiCurrency() currency!: string;
  @ApiEnum(TRANSACTION_STATUSES, 'What it was from then on.') status!: string;
  @ApiOptional(ApiId('txn', 'The payment that a refund gives back.')) refund_of?: string;
  @ApiOptional(ApiReference()) reference?: string | null;
  @ApiOptional(ApiMetadata()) metadata?: object;
  @ApiOptional(ApiText('failed: why.', 'card expired')) failure_reason?: string;
}

@ApiSchema({ name: 'TransactionEvent', description: 'Something that happened to a transaction.' })
class TransactionEventBody extends EventFields {
  @ApiEnum(TRANSACTION_EVENTS, 'What happened.') type!: string;
  @ApiId('txn', 'What it happened to.') subject_id!: string;
  @ApiProperty({ type: TransactionEventData }) data!: TransactionEventData;
}

@ApiSchema({ name: 'EventCard', description: 'The card that was asked.' })
class EventCard {
  @ApiEnum(CARD_BRANDS, 'Whose card it is.') brand!: string;
  @ApiText('Its last four digits.', '4242') last4!: string;
}

@ApiSchema({ name: 'PaymentEventData', description: 'The payment request as it was then.' })
class PaymentEventData {
  @ApiAmount() amount!: number;
  @ApiCurrency() currency!: string;
  @ApiEnum(PAYMENT_REQUEST_STATUSES, 'What it was from then on.') status!: string;
  @ApiReference() reference!: string | null;
  @ApiOptional(ApiId('sub', 'The subscription that issued it.')) subscription_id?: string;
  @ApiOptional(ApiEmail('created: who is asked to pay.')) customer_email?: string;
  @ApiOptional(ApiMetadata()) metadata?: object;
  @ApiOptional(ApiTimestamp('created: until when it can be paid.')) expires_at?: string;
  @ApiOptional(ApiId('txn', 'succeeded: the settled credit it was paid as.')) transaction_id?: string;
  @ApiOptional(ApiInteger('declined, failed: how many cards were declined.', 1)) declines?: number;
  @ApiOptional(ApiEnum([...DECLINE_REASONS, ...CANCEL_REASONS], 'declined, canceled: why.')) reason?: string;
  @ApiOptional(ApiProperty({ type: EventCard })) card?: EventCard;
}

@ApiSchema({ name: 'PaymentEvent', description: 'Something that happened to a payment request.' })
class PaymentEventBody extends EventFields {
  @ApiEnum(PAYMENT_REQUEST_EVENTS, 'What happened.') type!: string;
  @ApiId('pay', 'What it happened to.') subject_id!: string;
  @ApiProperty({ type: PaymentEventData }) data!: PaymentEventData;
}

@ApiSchema({ name: 'EventPeriod', description: 'A period of a subscription.' })
class EventPeriod {
  @ApiInteger('Which it is, from 1.', 1, 1) number!: number;
  @ApiTimestamp('When it began.') start!: string;
  @ApiTimestamp('When it ends.') end!: string;
}

@ApiSchema({ name: 'SubscriptionEventData', description: 'The subscription as it was then.' })
class SubscriptionEventData {
  @ApiEnum(SUBSCRIPTION_STATUSES, 'What it was from then on.') status!: string;
  @ApiProperty({ type: EventPeriod }) period!: EventPeriod;
  @ApiOptional(ApiAmount()) amount?: number;
  @ApiOptional(ApiCurrency()) currency?: string;
  @ApiOptional(ApiEnum(INTERVALS, 'created: how long a period is.')) interval?: string;
  @ApiOptional(ApiEmail('created: who is asked to pay.')) customer_email?: string;
  @ApiOptional(ApiReference()) reference?: string | null;
  @ApiOptional(ApiMetadata()) metadata?: object;
  @ApiOptional(ApiId('pay', 'The payment request it is about.')) payment_id?: string;
  @ApiOptional(ApiInteger('renewed: periods for which nobody was asked.', 0)) skipped_periods?: number;
  @ApiOptional(ApiEnum(SUBSCRIPTION_STATUSES, 'paid, paused, canceled: what it was before.')) from?: string;
}

@ApiSchema({ name: 'SubscriptionEvent', description: 'Something that happened to a subscription.' })
class SubscriptionEventBody extends EventFields {
  @ApiEnum(SUBSCRIPTION_EVENTS, 'What happened.') type!: string;
  @ApiId('sub', 'What it happened to.') subject_id!: string;
  @ApiProperty({ type: SubscriptionEventData }) data!: SubscriptionEventData;
}

const KINDS = [AccountEventBody, TransactionEventBody, PaymentEventBody, SubscriptionEventBody] as const;
type EventBody = Pick<InstanceType<(typeof KINDS)[number]>, keyof AccountEventBody>;

export class ListEventsQuery extends CursorQueryOf('evt') {}

@ApiExtraModels(...KINDS)
@ApiSchema({ name: 'EventList', description: 'A page of what happened to the account, newest first.' })
export class EventListBody extends CursorBodyOf<EventBody>({
  type: 'array',
  items: { oneOf: KINDS.map((kind) => ({ $ref: getSchemaPath(kind) })) },
  description: 'The events of this page.',
}) {}

export const eventBody = ({
  id,
  type,
  accountId,
  subjectId,
  data,
  occurredAt,
  actor,
}: EventEnvelope): EventBody => ({
  id,
  type,
  account_id: accountId,
  subject_id: subjectId,
  data,
  created_at: occurredAt.toISOString(),
  actor: actor ?? null,
});

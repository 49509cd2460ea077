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
  AmountField,
  Choice,
  Count,
  CurrencyField,
  EmailField,
  exampleId,
  IdOf,
  Instant,
  MetadataBody,
  ReferenceField,
  Sometimes,
  Words,
} from '../openapi/fields.js';

class EventFields {
  @IdOf('evt', 'The event.') id!: string;
  @IdOf('acct', 'Whose it is.') account_id!: string;
  @Instant('When it happened.') created_at!: string;
  @Words(
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
  @Sometimes(Choice(ACCOUNT_TYPES, 'opened: whose it is.')) type?: string;
  @Sometimes(EmailField('opened, updated: of the account.')) email?: string;
  @Sometimes(Words('opened, updated: of the account.', 'Ada Ltd')) name?: string;
  @Sometimes(ApiProperty({ type: AccountSettingsBody })) settings?: AccountSettingsBody;
  @Sometimes(Choice(ACCOUNT_STATUSES, 'The others: what it was before.')) from?: string;
}

@ApiSchema({ name: 'AccountEvent', description: 'Something that happened to the account.' })
class AccountEventBody extends EventFields {
  @Choice(ACCOUNT_EVENTS, 'What happened.') type!: string;
  @IdOf('acct', 'What it happened to.') subject_id!: string;
  @ApiProperty({ type: AccountEventData }) data!: AccountEventData;
}

@ApiSchema({ name: 'TransactionEventData', description: 'The transaction as it was then.' })
class TransactionEventData {
  @Choice(TRANSACTION_TYPES, 'Which way the money goes.') type!: string;
  @AmountField() amount!: number;
  @CurrencyField() currency!: string;
  @Choice(TRANSACTION_STATUSES, 'What it was from then on.') status!: string;
  @Sometimes(IdOf('txn', 'The payment that a refund gives back.')) refund_of?: string;
  @Sometimes(ReferenceField()) reference?: string | null;
  @Sometimes(MetadataBody()) metadata?: object;
  @Sometimes(Words('failed: why.', 'card expired')) failure_reason?: string;
}

@ApiSchema({ name: 'TransactionEvent', description: 'Something that happened to a transaction.' })
class TransactionEventBody extends EventFields {
  @Choice(TRANSACTION_EVENTS, 'What happened.') type!: string;
  @IdOf('txn', 'What it happened to.') subject_id!: string;
  @ApiProperty({ type: TransactionEventData }) data!: TransactionEventData;
}

@ApiSchema({ name: 'EventCard', description: 'The card that was asked.' })
class EventCard {
  @Choice(CARD_BRANDS, 'Whose card it is.') brand!: string;
  @Words('Its last four digits.', '4242') last4!: string;
}

@ApiSchema({ name: 'PaymentEventData', description: 'The payment request as it was then.' })
class PaymentEventData {
  @AmountField() amount!: number;
  @CurrencyField() currency!: string;
  @Choice(PAYMENT_REQUEST_STATUSES, 'What it was from then on.') status!: string;
  @ReferenceField() reference!: string | null;
  @Sometimes(IdOf('sub', 'The subscription that issued it.')) subscription_id?: string;
  @Sometimes(EmailField('created: who is asked to pay.')) customer_email?: string;
  @Sometimes(MetadataBody()) metadata?: object;
  @Sometimes(Instant('created: until when it can be paid.')) expires_at?: string;
  @Sometimes(IdOf('txn', 'succeeded: the settled credit it was paid as.')) transaction_id?: string;
  @Sometimes(Count('declined, failed: how many cards were declined.', 1)) declines?: number;
  @Sometimes(Choice([...DECLINE_REASONS, ...CANCEL_REASONS], 'declined, canceled: why.')) reason?: string;
  @Sometimes(ApiProperty({ type: EventCard })) card?: EventCard;
}

@ApiSchema({ name: 'PaymentEvent', description: 'Something that happened to a payment request.' })
class PaymentEventBody extends EventFields {
  @Choice(PAYMENT_REQUEST_EVENTS, 'What happened.') type!: string;
  @IdOf('pay', 'What it happened to.') subject_id!: string;
  @ApiProperty({ type: PaymentEventData }) data!: PaymentEventData;
}

@ApiSchema({ name: 'EventPeriod', description: 'A period of a subscription.' })
class EventPeriod {
  @Count('Which it is, from 1.', 1, 1) number!: number;
  @Instant('When it began.') start!: string;
  @Instant('When it ends.') end!: string;
}

@ApiSchema({ name: 'SubscriptionEventData', description: 'The subscription as it was then.' })
class SubscriptionEventData {
  @Choice(SUBSCRIPTION_STATUSES, 'What it was from then on.') status!: string;
  @ApiProperty({ type: EventPeriod }) period!: EventPeriod;
  @Sometimes(AmountField()) amount?: number;
  @Sometimes(CurrencyField()) currency?: string;
  @Sometimes(Choice(INTERVALS, 'created: how long a period is.')) interval?: string;
  @Sometimes(EmailField('created: who is asked to pay.')) customer_email?: string;
  @Sometimes(ReferenceField()) reference?: string | null;
  @Sometimes(MetadataBody()) metadata?: object;
  @Sometimes(IdOf('pay', 'The payment request it is about.')) payment_id?: string;
  @Sometimes(Count('renewed: periods for which nobody was asked.', 0)) skipped_periods?: number;
  @Sometimes(Choice(SUBSCRIPTION_STATUSES, 'paid, paused, canceled: what it was before.')) from?: string;
}

@ApiSchema({ name: 'SubscriptionEvent', description: 'Something that happened to a subscription.' })
class SubscriptionEventBody extends EventFields {
  @Choice(SUBSCRIPTION_EVENTS, 'What happened.') type!: string;
  @IdOf('sub', 'What it happened to.') subject_id!: string;
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

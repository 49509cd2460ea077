import {
  type AccountId,
  type Currency,
  type Email,
  type Metadata,
  type SubscriptionId,
} from '@florin/kernel';
import {
  CANCEL_REASONS,
  type CancelReason,
  CARD_BRANDS,
  type CardBrand,
  type Checkout,
  DECLINE_REASONS,
  type DeclineReason,
  MAX_DESCRIPTION_LENGTH,
  MAX_LINE_ITEMS,
  type NewPaymentRequest,
  type Payment,
  paymentOf,
  PAYMENT_REQUEST_STATUSES,
  type PaymentRequest,
  type PaymentRequestFilter,
  type PaymentRequestStatus,
  requireCheckout,
} from '@florin/payments';
import { ApiProperty, ApiSchema, OmitType } from '@nestjs/swagger';
import { DryRunFields } from '../common/dry-run/dry-run.dto.js';
import { CursorBodyOf, CursorQueryOf } from '../common/pagination/cursor.dto.js';
import {
  ApiConst,
  ApiAmount,
  ApiBoolean,
  ApiEnum,
  ApiCurrency,
  ApiEmail,
  ApiId,
  ApiInteger,
  ApiTimestamp,
  ApiMetadata,
  ApiNull,
  NULL_AT_FIRST,
  ApiReference,
  ApiUrl,
  ApiText,
} from '../openapi/fields.js';
import {
  IsAmount,
  IsCurrency,
  IsDisplayedText,
  IsEmailAddress,
  IsFlag,
  IsId,
  IsMetadata,
  IsNestedList,
  IsOneOf,
  IsReference,
  IsTimestamp,
  IsWebUrl,
} from '../common/decorators/fields.js';
import {
  IsDateAfter,
  IsDateBefore,
  IsQueryEmail,
  IsQueryId,
  IsQueryReference,
} from '../common/decorators/query-fields.js';
import { LineItemBody, lineItemBody, LineItemDto, lineItemOf } from './line-item.dto.js';
import { PaymentAttemptBody } from './payment-attempt.dto.js';

@ApiSchema({ name: 'CreatePayment', description: 'The payment request to create.' })
export class CreatePaymentDto {
  @IsId('acct', { description: 'The account that receives the payment.' }) account_id!: string;
  @IsAmount({ description: 'In minor units: 7500 is 75.00.' }) amount!: number;
  @IsCurrency({ description: 'Must be the currency of the account.' }) currency!: Currency;
  @IsEmailAddress({ description: 'The email address of the customer.' }) customer_email!: Email;
  @IsReference({ omittable: true }) reference?: string;
  @IsMetadata({ omittable: true }) metadata?: Metadata;

  @IsTimestamp({ omittable: true, description: '5 minutes to 30 days from now. Default: 24 hours.' })
  expires_at?: Date;

  @IsDisplayedText(
    { least: 1, most: MAX_DESCRIPTION_LENGTH },
    { omittable: true, description: 'What the payment is for. The page shows it.', example: 'Order A-1001' },
  )
  description?: string;

  @IsNestedList(
    () => LineItemDto,
    { least: 1, most: MAX_LINE_ITEMS },
    {
      omittable: true,
      description: `What the customer pays for. The sum of \`quantity\` × \`unit_amount\` must be \`amount\`.`,
    },
  )
  line_items?: LineItemDto[];

  @IsWebUrl({
    omittable: true,
    description:
      'Where the page leads after the payment. `{PAYMENT_ID}` is replaced by the id. Opening this URL proves nothing: retrieve the payment.',
    example: 'https://shop.example/thanks?payment={PAYMENT_ID}',
  })
  success_url?: string;

  @IsWebUrl({
    omittable: true,
    description:
      'Where "Cancel" on the page leads; the request stays open. `{PAYMENT_ID}` is replaced by the id.',
    example: 'https://shop.example/cart',
  })
  cancel_url?: string;

  @IsFlag({
    omittable: true,
    description:
      'Whether to send the payment request to the customer by email. Default: false. At most 50 an hour unless the operator has set another limit.',
  })
  send_email?: boolean;
}

export class ListPaymentsQuery extends CursorQueryOf('pay') {
  @IsOneOf(PAYMENT_REQUEST_STATUSES, { optional: true, description: 'Only items with this status.' })
  status?: PaymentRequestStatus;

  @IsQueryReference() reference?: string;

  @IsQueryId('sub', { description: 'Only payment requests of this subscription.' })
  subscription_id?: SubscriptionId;

  @IsQueryEmail({ description: 'Only payment requests to this customer.' }) customer_email?: Email;

  @IsDateAfter({ description: 'Only payment requests created after this time, or after this day in UTC.' })
  created_after?: Date;

  @IsDateBefore({ description: 'Only payment requests created before this time, or before this day in UTC.' })
  created_before?: Date;
}

export const filterOf = (query: ListPaymentsQuery): PaymentRequestFilter => ({
  status: query.status,
  reference: query.reference,
  subscriptionId: query.subscription_id,
  customerEmail: query.customer_email,
  createdAfter: query.created_after,
  createdBefore: query.created_before,
});

/** Checked before the account, because a malformed request is 400 whatever the account. */
export const checkoutOf = (body: CreatePaymentDto): Checkout =>
  requireCheckout(
    {
      description: body.description,
      lineItems: (body.line_items ?? []).map(lineItemOf),
      successUrl: body.success_url,
      cancelUrl: body.cancel_url,
      sendEmail: body.send_email ?? false,
    },
    body.amount,
  );

/** The controller parses `accountId`, because its error depends on the account scope. */
export const newPaymentRequestOf = (
  body: CreatePaymentDto,
  checkout: Checkout,
  accountId: AccountId,
): NewPaymentRequest => ({
  ...checkout,
  accountId,
  amount: body.amount,
  currency: body.currency,
  customerEmail: body.customer_email,
  reference: body.reference,
  metadata: body.metadata ?? {},
  expiresAt: body.expires_at,
});

@ApiSchema({ name: 'PaymentMethod', description: 'The card that the customer paid with.' })
export class PaymentMethodBody {
  @ApiConst('card', 'Always `card`.') type!: 'card';
  @ApiEnum(CARD_BRANDS, 'The brand of the card.') brand!: CardBrand;
  @ApiText('The last four digits of the card.', '4242') last4!: string;
}

/** The body stored for idempotent retries. It does not contain the secret URL, which is derived for each response. */
export class PaymentFields {
  @ApiId('pay', 'The payment request.') id!: PaymentRequest['id'];
  @ApiId('acct', 'The account that receives the payment.') account_id!: string;
  @ApiAmount() amount!: number;
  @ApiCurrency() currency!: string;
  @ApiEnum(PAYMENT_REQUEST_STATUSES, 'Starts as `pending` and changes once.')
  status!: PaymentRequestStatus;
  @ApiEmail('The email address of the customer.') customer_email!: string;
  @ApiReference() reference!: string | null;
  @ApiMetadata() metadata!: object;
  @ApiTimestamp('When it was created.') created_at!: string;
  @ApiTimestamp('When it last changed.') updated_at!: string;
  @ApiTimestamp('When it expires.', { example: '2026-02-01T09:30:00.000Z' }) expires_at!: string;
  @ApiId('txn', 'The credit that the payment was booked as.', NULL_AT_FIRST) transaction_id!: string | null;
  @ApiInteger('The sum of its succeeded refunds, in minor units.', 0) refunded_amount!: number;
  @ApiId('sub', 'The subscription that created it.', NULL_AT_FIRST) subscription_id!: string | null;
  @ApiTimestamp('When it was canceled.', NULL_AT_FIRST) canceled_at!: string | null;
  @ApiEnum(
    CANCEL_REASONS,
    'Why it was canceled: by you or by its subscription, because it expired, because its account was closed, or because another request of its subscription was paid.',
    NULL_AT_FIRST,
  )
  cancel_reason!: CancelReason | null;
  @ApiTimestamp('When the customer paid.', NULL_AT_FIRST) paid_at!: string | null;
  @ApiProperty({ type: PaymentMethodBody, description: 'Null until it is paid.', ...NULL_AT_FIRST })
  payment_method!: PaymentMethodBody | null;
  @ApiEnum(DECLINE_REASONS, 'Why the latest declined card was declined.', NULL_AT_FIRST)
  last_decline_reason!: DeclineReason | null;
  @ApiText('What the payment is for; null if you sent nothing.', 'Order A-1001', { nullable: true })
  description!: string | null;
  @ApiProperty({ type: [LineItemBody], description: 'What the customer pays for; empty if you sent none.' })
  line_items!: LineItemBody[];
  @ApiText(
    'Where the page leads after the payment, as you sent it.',
    'https://shop.example/thanks?payment={PAYMENT_ID}',
    { nullable: true },
  )
  success_url!: string | null;
  @ApiText('Where "Cancel" on the page leads, as you sent it.', 'https://shop.example/cart', {
    nullable: true,
  })
  cancel_url!: string | null;
  @ApiBoolean('Whether the payment request was sent to the customer by email when it was created.')
  send_email!: boolean;
}

@ApiSchema({ name: 'Payment', description: 'The payment request.' })
export class PaymentBody extends PaymentFields {
  @ApiUrl('The page where the customer pays.', 'https://pay.example.com/pay/c2VjcmV0IG9mIHRoZSBwYWdl')
  payment_url!: string;
}

@ApiSchema({ name: 'UnsavedPayment', description: 'The payment request as it would be created.' })
export class UnsavedPaymentBody extends OmitType(PaymentFields, ['id']) {
  @ApiNull('Always null: the payment request is not stored.') id!: null;
  @ApiNull('Always null: there is no page.')
  payment_url!: null;
}

@ApiSchema({ name: 'PaymentDryRun', description: 'The result of a dry run. Nothing was stored.' })
export class PaymentDryRunBody extends DryRunFields {
  @ApiProperty({ type: UnsavedPaymentBody }) result!: UnsavedPaymentBody;
}

@ApiSchema({ name: 'PaymentDetails', description: 'The payment request, with the attempts to pay it.' })
export class PaymentDetailsBody extends PaymentBody {
  @ApiProperty({ type: [PaymentAttemptBody], description: 'The cards that the customer tried, in order.' })
  attempts!: PaymentAttemptBody[];
}

@ApiSchema({ name: 'PaymentEmail', description: 'The payment request, and where it is sent.' })
export class PaymentEmailBody {
  @ApiId('pay', 'The payment request.') id!: PaymentRequest['id'];
  @ApiEmail('The email address of the customer.') customer_email!: string;
}

export const paymentEmailBody = ({ id, customerEmail }: PaymentRequest): PaymentEmailBody => ({
  id,
  customer_email: customerEmail,
});

@ApiSchema({ name: 'PaymentList', description: 'A page of payment requests, newest first.' })
export class PaymentListBody extends CursorBodyOf<PaymentBody>({
  type: [PaymentBody],
  description: 'The payment requests of this page.',
}) {}

@ApiSchema({ name: 'PaymentState', description: 'The status of the payment request.' })
export class PaymentStatusBody {
  @ApiId('pay', 'The payment request.') id!: string;
  @ApiEnum(PAYMENT_REQUEST_STATUSES, 'The status of the payment request.') status!: PaymentRequestStatus;
  @ApiAmount() amount!: number;
  @ApiCurrency() currency!: string;
  @ApiReference() reference!: string | null;
  @ApiTimestamp('When it last changed.') updated_at!: string;
}

const CANCELED = 'The payment request is canceled and can no longer be paid.';

@ApiSchema({ name: 'CanceledPayment', description: 'The payment request is canceled.' })
export class CanceledPaymentBody {
  @ApiId('pay', 'The canceled payment request.') id!: string;
  @ApiConst('canceled', 'The new status.') status!: string;
  @ApiTimestamp('When it was canceled.') canceled_at!: string;
  @ApiText('A confirmation to show to people.', CANCELED) message!: string;
}

export const paymentFields = ({ request, paidAt, card, lastDeclineReason }: Payment) =>
  ({
    id: request.id,
    account_id: request.accountId,
    amount: request.amount,
    currency: request.currency,
    status: request.status,
    customer_email: request.customerEmail,
    reference: request.reference ?? null,
    metadata: request.metadata,
    created_at: request.createdAt.toISOString(),
    updated_at: request.updatedAt.toISOString(),
    expires_at: request.expiresAt.toISOString(),
    transaction_id: request.transactionId ?? null,
    refunded_amount: request.refundedAmount,
    subscription_id: request.subscriptionId ?? null,
    canceled_at: request.canceledAt?.toISOString() ?? null,
    cancel_reason: request.cancelReason ?? null,
    paid_at: paidAt?.toISOString() ?? null,
    payment_method: card === undefined ? null : { type: 'card', brand: card.brand, last4: card.last4 },
    last_decline_reason: lastDeclineReason ?? null,
    description: request.description ?? null,
    line_items: request.lineItems.map(lineItemBody),
    success_url: request.successUrl ?? null,
    cancel_url: request.cancelUrl ?? null,
    send_email: request.sendEmail,
  }) satisfies PaymentFields;

export const newPaymentFields = (request: PaymentRequest) => paymentFields(paymentOf(request));

export const unsavedPaymentBody = (request: PaymentRequest): UnsavedPaymentBody => ({
  ...newPaymentFields(request),
  id: null,
  payment_url: null,
});

export const paymentStatusBody = (request: PaymentRequest): PaymentStatusBody => ({
  id: request.id,
  status: request.status,
  amount: request.amount,
  currency: request.currency,
  reference: request.reference ?? null,
  updated_at: request.updatedAt.toISOString(),
});

export const canceledPaymentBody = ({
  id,
  status,
  canceledAt,
  updatedAt,
}: PaymentRequest): CanceledPaymentBody => ({
  id,
  status,
  canceled_at: (canceledAt ?? updatedAt).toISOString(),
  message: CANCELED,
});

import type { AccountId, Currency, Email, Metadata, SubscriptionId } from '@florin/kernel';
import {
  CANCEL_REASONS,
  type CancelReason,
  type NewPaymentRequest,
  PAYMENT_REQUEST_STATUSES,
  type PaymentRequest,
  type PaymentRequestStatus,
} from '@florin/payments';
import { ApiSchema } from '@nestjs/swagger';
import { CursorBodyOf, CursorQueryOf } from '../common/pagination/cursor.dto.js';
import {
  ApiConst,
  ApiAmount,
  ApiEnum,
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
  IsTimestamp,
} from '../common/decorators/fields.js';
import { IsQueryId, IsQueryReference } from '../common/decorators/query-fields.js';

@ApiSchema({ name: 'CreatePayment', description: 'The payment request to create.' })
export class CreatePaymentDto {
  @IsId('acct', { description: 'The account that receives the payment.' }) account_id!: string;
  @IsAmount({ description: 'In minor units: 7500 is 75.00.' }) amount!: number;
  @IsCurrency({ description: 'Must be the currency of the account.' }) currency!: Currency;
  @IsEmailAddress({ description: 'The email address of the customer.' }) customer_email!: Email;
  @IsReference({ optional: true }) reference?: string;
  @IsMetadata({ optional: true }) metadata?: Metadata;

  @IsTimestamp({ optional: true, description: '5 minutes to 30 days from now. Default: 24 hours.' })
  expires_at?: Date;
}

export class ListPaymentsQuery extends CursorQueryOf('pay') {
  @IsOneOf(PAYMENT_REQUEST_STATUSES, { optional: true, description: 'Only items with this status.' })
  status?: PaymentRequestStatus;

  @IsQueryReference() reference?: string;

  @IsQueryId('sub', { description: 'Only payment requests of this subscription.' })
  subscription_id?: SubscriptionId;
}

/** The controller parses `accountId`, because its error depends on the account scope. */
export const newPaymentRequestOf = (body: CreatePaymentDto, accountId: AccountId): NewPaymentRequest => ({
  accountId,
  amount: body.amount,
  currency: body.currency,
  customerEmail: body.customer_email,
  reference: body.reference,
  metadata: body.metadata ?? {},
  expiresAt: body.expires_at,
});

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
  @ApiId('sub', 'The subscription that created it.', NULL_AT_FIRST) subscription_id!: string | null;
  @ApiTimestamp('When it was canceled.', NULL_AT_FIRST) canceled_at!: string | null;
  @ApiEnum(
    CANCEL_REASONS,
    'Why it was canceled: by you or by its subscription, because it expired, because its account was closed, or because another request of its subscription was paid.',
    NULL_AT_FIRST,
  )
  cancel_reason!: CancelReason | null;
}

@ApiSchema({ name: 'Payment', description: 'The payment request.' })
export class PaymentBody extends PaymentFields {
  @ApiUrl('The page where the customer pays.', 'https://pay.example.com/pay/c2VjcmV0IG9mIHRoZSBwYWdl')
  payment_url!: string;
}

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

export const paymentFields = (request: PaymentRequest): PaymentFields => ({
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
  subscription_id: request.subscriptionId ?? null,
  canceled_at: request.canceledAt?.toISOString() ?? null,
  cancel_reason: request.cancelReason ?? null,
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

import type { AccountId, Currency, Email, Metadata } from '@florin/kernel';
import {
  type NewPaymentRequest,
  PAYMENT_REQUEST_STATUSES,
  type PaymentRequest,
  type PaymentRequestStatus,
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
  Rfc3339,
} from '../validation/fields.js';

export class CreatePaymentDto {
  @IdText('acct') account_id!: string;
  @Amount() amount!: number;
  @CurrencyCode({ description: 'Must be the account’s.' }) currency!: Currency;
  @EmailAddress({ description: 'Who is asked to pay.' }) customer_email!: Email;
  @Reference({ optional: true }) reference?: string;
  @MetadataField({ optional: true }) metadata?: Metadata;

  @Rfc3339({ optional: true, description: '5 minutes to 30 days ahead; 24 hours if left out.' })
  expires_at?: Date;
}

export class ListPaymentsQuery extends CursorQuery {
  @OneOf(PAYMENT_REQUEST_STATUSES, { optional: true }) status?: PaymentRequestStatus;
}

/** `accountId` is parsed by whoever knows what to say when it names nothing. */
export const newPaymentRequestOf = (body: CreatePaymentDto, accountId: AccountId): NewPaymentRequest => ({
  accountId,
  amount: body.amount,
  currency: body.currency,
  customerEmail: body.customer_email,
  reference: body.reference,
  metadata: body.metadata ?? {},
  expiresAt: body.expires_at,
});

/** What is kept for those who repeat a request: everything but the address, which is derived anew each time. */
export class PaymentFields {
  @ApiProperty({ example: 'pay_01k9zxv3s8e7qv5m2c4w6y8h0j' }) id!: PaymentRequest['id'];
  @ApiProperty({ example: 'acct_01k9zxv3s8e7qv5m2c4w6y8h0j' }) account_id!: string;
  @ApiProperty({ type: 'integer', example: 7500 }) amount!: number;
  @ApiProperty({ example: 'USD' }) currency!: string;
  @ApiProperty({ enum: PAYMENT_REQUEST_STATUSES }) status!: PaymentRequestStatus;
  @ApiProperty({ example: 'grace@example.com' }) customer_email!: string;
  @ApiProperty({ type: 'string', nullable: true }) reference!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true }) metadata!: object;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
  @ApiProperty({ format: 'date-time' }) expires_at!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'The settled credit it was paid as.' })
  transaction_id!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'The subscription that issued it.' })
  subscription_id!: string | null;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) canceled_at!: string | null;
}

export class PaymentBody extends PaymentFields {
  @ApiProperty({ description: 'Where the customer completes the payment.' }) payment_url!: string;
}

export class PaymentListBody {
  @ApiProperty({ enum: ['list'] }) object!: 'list';
  @ApiProperty({ type: [PaymentBody] }) data!: readonly PaymentBody[];
  @ApiProperty() has_more!: boolean;
}

export class PaymentStatusBody {
  @ApiProperty({ example: 'pay_01k9zxv3s8e7qv5m2c4w6y8h0j' }) id!: string;
  @ApiProperty({ enum: PAYMENT_REQUEST_STATUSES }) status!: PaymentRequestStatus;
  @ApiProperty({ type: 'integer', example: 7500 }) amount!: number;
  @ApiProperty({ example: 'USD' }) currency!: string;
  @ApiProperty({ type: 'string', nullable: true }) reference!: string | null;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}

export class CanceledPaymentBody {
  @ApiProperty() id!: string;
  @ApiProperty({ enum: ['canceled'] }) status!: string;
  @ApiProperty({ format: 'date-time' }) canceled_at!: string;
  @ApiProperty() message!: string;
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
  message: 'The payment request is canceled and can no longer be paid.',
});

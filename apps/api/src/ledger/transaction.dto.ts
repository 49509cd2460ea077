import { type AccountId, type Currency, type Metadata, type TransactionId } from '@florin/kernel';
import {
  type NewTransaction,
  type Settlement,
  type Transaction,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type TransactionStatus,
  type TransactionType,
} from '@florin/ledger';
import { ApiProperty } from '@nestjs/swagger';
import { ApiError } from '../errors/api-error.js';
import { CursorQuery } from '../identity/cursor.dto.js';
import {
  Amount,
  AnyValue,
  CurrencyCode,
  IdText,
  MetadataField,
  OneOf,
  Reference,
  Text,
} from '../validation/fields.js';
import { DateFrom, DateTo } from '../validation/query-fields.js';

export class CreateTransactionDto {
  @IdText('acct') account_id!: string;
  @Amount() amount!: number;
  @CurrencyCode({ description: 'Must be the account’s.' }) currency!: Currency;
  @OneOf(TRANSACTION_TYPES) type!: TransactionType;
  @Reference({ optional: true }) reference?: string;
  @MetadataField({ optional: true }) metadata?: Metadata;

  @IdText('txn', { optional: true, description: 'For a refund: the succeeded payment it gives back.' })
  refund_of?: string;
}

export class UpdateTransactionDto {
  @Reference({ optional: true, nullable: true }) reference?: string | null;

  @MetadataField({
    optional: true,
    nullable: true,
    description: 'Merged at the top level; a key of null is deleted, null as a whole clears.',
  })
  metadata?: Metadata | null;

  @AnyValue({ optional: true, description: 'Cannot be changed.' }) amount?: unknown;
  @AnyValue({ optional: true, description: 'Cannot be changed.' }) currency?: unknown;
  @AnyValue({ optional: true, description: 'Cannot be changed.' }) type?: unknown;
}

export const changesWhatIsFixed = ({ amount, currency, type }: UpdateTransactionDto): boolean =>
  amount !== undefined || currency !== undefined || type !== undefined;

export class SettleTransactionDto {
  @OneOf(['succeeded', 'failed'], { optional: true, description: 'Succeeded, if left out.' })
  status?: Settlement['status'];

  @Text({ least: 1, most: 255 }, { optional: true, description: 'Only with failed.' })
  failure_reason?: string;
}

export function settlementOf({ status = 'succeeded', failure_reason }: SettleTransactionDto): Settlement {
  if (status === 'succeeded' && failure_reason !== undefined) {
    throw new ApiError('invalid_request', 'failure_reason goes with status failed only.');
  }
  return { status, failureReason: failure_reason };
}

export class ListTransactionsQuery extends CursorQuery {
  @OneOf(TRANSACTION_STATUSES, { optional: true }) status?: TransactionStatus;
  @OneOf(TRANSACTION_TYPES, { optional: true }) type?: TransactionType;
  @DateFrom({ description: 'Created at this instant, or on this day, or later.' }) date_from?: Date;
  @DateTo({ description: 'Created at this instant, or on this day, or earlier.' }) date_to?: Date;
  @IdText('acct', { optional: true, description: 'For those who see all accounts.' }) account_id?: string;
}

/** `accountId` and `refundOf` are parsed by whoever knows what to say when they name nothing. */
export const newTransactionOf = (
  { amount, currency, type, reference, metadata = {} }: CreateTransactionDto,
  accountId: AccountId,
  refundOf: TransactionId | undefined,
): NewTransaction => ({ accountId, amount, currency, type, reference, metadata, refundOf });

export class TransactionListItem {
  @ApiProperty({ example: 'txn_01k9zxv3s8e7qv5m2c4w6y8h0j' }) id!: string;
  @ApiProperty({ example: 'acct_01k9zxv3s8e7qv5m2c4w6y8h0j' }) account_id!: string;
  @ApiProperty({ type: 'integer', example: 7500 }) amount!: number;
  @ApiProperty({ example: 'USD' }) currency!: string;
  @ApiProperty({ enum: TRANSACTION_TYPES }) type!: TransactionType;
  @ApiProperty({ enum: TRANSACTION_STATUSES }) status!: TransactionStatus;
  @ApiProperty({ type: 'string', nullable: true }) reference!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true }) metadata!: object;
  @ApiProperty({ type: 'string', nullable: true }) refund_of!: string | null;
  @ApiProperty({ type: 'string', nullable: true }) failure_reason!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class TransactionBody extends TransactionListItem {
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}

export class TransactionListBody {
  @ApiProperty({ enum: ['list'] }) object!: 'list';
  @ApiProperty({ type: [TransactionListItem] }) data!: readonly TransactionListItem[];
  @ApiProperty() has_more!: boolean;
}

export class CanceledTransactionBody {
  @ApiProperty() id!: string;
  @ApiProperty({ enum: ['canceled'] }) status!: string;
  @ApiProperty({ format: 'date-time' }) canceled_at!: string;
  @ApiProperty() message!: string;
}

const fieldsOf = (transaction: Transaction) => ({
  id: transaction.id,
  account_id: transaction.accountId,
  amount: transaction.amount,
  currency: transaction.currency,
  type: transaction.type,
  status: transaction.status,
  reference: transaction.reference ?? null,
  metadata: transaction.metadata,
  refund_of: transaction.refundOf ?? null,
  failure_reason: transaction.failureReason ?? null,
  created_at: transaction.createdAt.toISOString(),
});

/** As create and lists show it: without `updated_at`. */
export const transactionListItem = (transaction: Transaction): TransactionListItem => fieldsOf(transaction);

export const transactionBody = (transaction: Transaction): TransactionBody => ({
  ...fieldsOf(transaction),
  updated_at: transaction.updatedAt.toISOString(),
});

export const canceledTransactionBody = ({
  id,
  status,
  endedAt,
  updatedAt,
}: Transaction): CanceledTransactionBody => ({
  id,
  status,
  canceled_at: (endedAt ?? updatedAt).toISOString(),
  message: 'The transaction is canceled and will not be settled.',
});

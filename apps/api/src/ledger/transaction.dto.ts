import {
  type AccountId,
  type Currency,
  formatInstant,
  type Metadata,
  type TransactionId,
} from '@florin/kernel';
import {
  type NewTransaction,
  type Settlement,
  type Transaction,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type TransactionStatus,
  type TransactionType,
} from '@florin/ledger';
import { ApiProperty, ApiSchema, OmitType } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { DryRunFields } from '../common/dry-run/dry-run.dto.js';
import { ApiError } from '../common/errors/api-error.js';
import { CursorBodyOf, CursorQueryOf } from '../common/pagination/cursor.dto.js';
import {
  ApiConst,
  ApiAmount,
  ApiEnum,
  ApiCurrency,
  ApiId,
  ApiTimestamp,
  ApiMetadata,
  ApiNull,
  NULL_AT_FIRST,
  ApiReference,
  ApiText,
} from '../openapi/fields.js';
import {
  IsAmount,
  IsCurrency,
  IsFlag,
  IsId,
  IsMetadata,
  IsMetadataChange,
  IsOneOf,
  IsReference,
  IsText,
} from '../common/decorators/fields.js';
import {
  IsDateFrom,
  IsDateTo,
  IsQueryAmount,
  IsQueryId,
  IsQueryReference,
} from '../common/decorators/query-fields.js';

@ApiSchema({ name: 'CreateTransaction', description: 'The transaction to create.' })
export class CreateTransactionDto {
  @IsId('acct', { description: 'The account of the transaction.' }) account_id!: string;
  @IsAmount({ description: 'In minor units: 7500 is 75.00.' }) amount!: number;
  @IsCurrency({ description: 'Must be the currency of the account.' }) currency!: Currency;
  @IsOneOf(TRANSACTION_TYPES, {
    description: 'A payment reduces the balance; a credit or a refund increases it.',
  })
  type!: TransactionType;
  @IsReference({ omittable: true }) reference?: string;
  @IsMetadata({ omittable: true }) metadata?: Metadata;

  @IsId('txn', { omittable: true, description: 'For a refund: the succeeded payment to refund.' })
  refund_of?: string;

  @IsFlag({
    omittable: true,
    description: 'Settles the transaction in the same step. For admins and platform keys.',
  })
  settle?: boolean;
}

@ApiSchema({
  name: 'UpdateTransaction',
  description: 'The fields to change.',
})
export class UpdateTransactionDto {
  @IsReference({ optional: true, nullable: true }) reference?: string | null;

  @IsMetadataChange({
    optional: true,
    nullable: true,
    description:
      'Merged at the top level: set a key to null to delete it, or send null to delete all keys. The limits apply to the result.',
  })
  metadata?: Metadata | null;

  @Allow() amount?: unknown;
  @Allow() currency?: unknown;
  @Allow() type?: unknown;
}

export const changesImmutableFields = ({ amount, currency, type }: UpdateTransactionDto): boolean =>
  amount !== undefined || currency !== undefined || type !== undefined;

@ApiSchema({ name: 'SettleTransaction', description: 'The result of the transaction.' })
export class SettleTransactionDto {
  @IsOneOf(['succeeded', 'failed'], { optional: true, description: 'Default: `succeeded`.' })
  status?: Settlement['status'];

  @IsText(
    { least: 1, most: 255 },
    { optional: true, description: 'Only with the status `failed`.', example: 'card expired' },
  )
  failure_reason?: string;
}

export function settlementOf({ status = 'succeeded', failure_reason }: SettleTransactionDto): Settlement {
  if (status === 'succeeded' && failure_reason !== undefined) {
    throw new ApiError('invalid_request', 'failure_reason is only allowed with status failed.');
  }
  return { status, failureReason: failure_reason };
}

export class ListTransactionsQuery extends CursorQueryOf('txn') {
  @IsOneOf(TRANSACTION_STATUSES, { optional: true, description: 'Only items with this status.' })
  status?: TransactionStatus;
  @IsOneOf(TRANSACTION_TYPES, { optional: true, description: 'Only items of this type.' })
  type?: TransactionType;
  @IsDateFrom({
    description: 'Only transactions created at or after this time, or on or after this day in UTC.',
  })
  date_from?: Date;
  @IsDateTo({
    description: 'Only transactions created at or before this time, or on or before this day in UTC.',
  })
  date_to?: Date;
  @IsQueryId('acct', { description: 'Only transactions of this account. For admins and platform keys.' })
  account_id?: AccountId;
  @IsQueryId('txn', { description: 'Only refunds of this payment.' }) refund_of?: TransactionId;
  @IsQueryReference() reference?: string;
  @IsQueryAmount({ description: 'Only transactions of this amount or more, in minor units.' })
  amount_min?: number;
  @IsQueryAmount({ description: 'Only transactions of this amount or less, in minor units.' })
  amount_max?: number;
}

/** The controller parses `accountId` and `refundOf`, because their errors depend on the account scope. */
export const newTransactionOf = (
  { amount, currency, type, reference, metadata, settle }: CreateTransactionDto,
  accountId: AccountId,
  refundOf: TransactionId | undefined,
): NewTransaction => ({ accountId, amount, currency, type, reference, metadata, refundOf, settle });

@ApiSchema({ name: 'TransactionListItem', description: 'The transaction, without `updated_at`.' })
export class TransactionListItem {
  @ApiId('txn', 'The transaction.') id!: string;
  @ApiId('acct', 'The account it belongs to.') account_id!: string;
  @ApiAmount() amount!: number;
  @ApiCurrency() currency!: string;
  @ApiEnum(TRANSACTION_TYPES, 'A payment reduces the balance; a credit or a refund increases it.', {
    example: 'credit',
  })
  type!: TransactionType;
  @ApiEnum(TRANSACTION_STATUSES, 'Starts as `pending` and changes once.') status!: TransactionStatus;
  @ApiReference() reference!: string | null;
  @ApiMetadata() metadata!: object;
  @ApiId('txn', 'For a refund: the refunded payment.', NULL_AT_FIRST) refund_of!: string | null;
  @ApiId('trf', 'For one side of a transfer: the transfer.', NULL_AT_FIRST) transfer_id!: string | null;
  @ApiId('re', 'For the money of a refund of a payment request: the refund.', NULL_AT_FIRST)
  refund_id!: string | null;
  @ApiText('Why the transaction failed.', 'card expired', NULL_AT_FIRST) failure_reason!: string | null;
  @ApiTimestamp('When it was created.') created_at!: string;
  @ApiTimestamp('When it succeeded, failed or was canceled; null while it is pending.', NULL_AT_FIRST)
  ended_at!: string | null;
}

@ApiSchema({ name: 'Transaction', description: 'The transaction.' })
export class TransactionBody extends TransactionListItem {
  @ApiTimestamp('When it last changed.') updated_at!: string;
}

@ApiSchema({ name: 'UnsavedTransaction', description: 'The transaction as it would be created.' })
export class UnsavedTransactionBody extends OmitType(TransactionListItem, ['id']) {
  @ApiNull('Always null: the transaction is not stored.') id!: null;
}

@ApiSchema({ name: 'TransactionDryRun', description: 'The result of a dry run. Nothing was stored.' })
export class TransactionDryRunBody extends DryRunFields {
  @ApiProperty({ type: UnsavedTransactionBody }) result!: UnsavedTransactionBody;
}

@ApiSchema({ name: 'TransactionList', description: 'A page of transactions, newest first.' })
export class TransactionListBody extends CursorBodyOf<TransactionListItem>({
  type: [TransactionListItem],
  description: 'The transactions of this page.',
}) {}

const CANCELED = 'The transaction is canceled and will not be settled.';

@ApiSchema({
  name: 'CanceledTransaction',
  description: 'The transaction is canceled and its hold is released.',
})
export class CanceledTransactionBody {
  @ApiId('txn', 'The canceled transaction.') id!: string;
  @ApiConst('canceled', 'The new status.') status!: string;
  @ApiTimestamp('When it was canceled.') canceled_at!: string;
  @ApiText('A confirmation to show to people.', CANCELED) message!: string;
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
  transfer_id: transaction.transferId ?? null,
  refund_id: transaction.refundId ?? null,
  failure_reason: transaction.failureReason ?? null,
  created_at: formatInstant(transaction.createdAt),
  ended_at: transaction.endedAt === undefined ? null : formatInstant(transaction.endedAt),
});

/** For create and lists, without `updated_at`. */
export const transactionListItem = (transaction: Transaction): TransactionListItem => fieldsOf(transaction);

export const unsavedTransactionBody = (transaction: Transaction): UnsavedTransactionBody => ({
  ...fieldsOf(transaction),
  id: null,
});

export const transactionBody = (transaction: Transaction): TransactionBody => ({
  ...fieldsOf(transaction),
  updated_at: formatInstant(transaction.updatedAt),
});

export const canceledTransactionBody = ({
  id,
  status,
  endedAt,
  updatedAt,
}: Transaction): CanceledTransactionBody => ({
  id,
  status,
  canceled_at: formatInstant(endedAt ?? updatedAt),
  message: CANCELED,
});

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
import { ApiSchema } from '@nestjs/swagger';
import { Allow } from 'class-validator';
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
  NULL_AT_FIRST,
  ApiReference,
  ApiText,
} from '../openapi/fields.js';
import {
  IsAmount,
  IsCurrency,
  IsId,
  IsMetadata,
  IsMetadataChange,
  IsOneOf,
  IsReference,
  IsText,
} from '../common/decorators/fields.js';
import { IsDateFrom, IsDateTo, IsQueryId } from '../common/decorators/query-fields.js';

@ApiSchema({ name: 'CreateTransaction', description: 'A payment, a credit or a refund to be.' })
export class CreateTransactionDto {
  @IsId('acct', { description: 'The account it is for.' }) account_id!: string;
  @IsAmount({ description: 'In minor units: 7500 is 75.00.' }) amount!: number;
  @IsCurrency({ description: 'Must be the account’s.' }) currency!: Currency;
  @IsOneOf(TRANSACTION_TYPES, { description: 'A payment takes money out; the others bring it in.' })
  type!: TransactionType;
  @IsReference({ optional: true }) reference?: string;
  @IsMetadata({ optional: true }) metadata?: Metadata;

  @IsId('txn', { optional: true, description: 'For a refund: the succeeded payment it gives back.' })
  refund_of?: string;
}

@ApiSchema({
  name: 'UpdateTransaction',
  description: 'What to change of a transaction; the rest stays, and the money always does.',
})
export class UpdateTransactionDto {
  @IsReference({ optional: true, nullable: true }) reference?: string | null;

  @IsMetadataChange({
    optional: true,
    nullable: true,
    description:
      'Merged at the top level; a key of null is deleted, null as a whole clears. What results has the limits of a new one.',
  })
  metadata?: Metadata | null;

  @Allow() amount?: unknown;
  @Allow() currency?: unknown;
  @Allow() type?: unknown;
}

export const changesImmutableFields = ({ amount, currency, type }: UpdateTransactionDto): boolean =>
  amount !== undefined || currency !== undefined || type !== undefined;

@ApiSchema({ name: 'SettleTransaction', description: 'How a pending transaction ends.' })
export class SettleTransactionDto {
  @IsOneOf(['succeeded', 'failed'], { optional: true, description: 'Succeeded, if left out.' })
  status?: Settlement['status'];

  @IsText(
    { least: 1, most: 255 },
    { optional: true, description: 'Only with failed.', example: 'card expired' },
  )
  failure_reason?: string;
}

export function settlementOf({ status = 'succeeded', failure_reason }: SettleTransactionDto): Settlement {
  if (status === 'succeeded' && failure_reason !== undefined) {
    throw new ApiError('invalid_request', 'failure_reason goes with status failed only.');
  }
  return { status, failureReason: failure_reason };
}

export class ListTransactionsQuery extends CursorQueryOf('txn') {
  @IsOneOf(TRANSACTION_STATUSES, { optional: true, description: 'Only those in this state.' })
  status?: TransactionStatus;
  @IsOneOf(TRANSACTION_TYPES, { optional: true, description: 'Only those of this kind.' })
  type?: TransactionType;
  @IsDateFrom({ description: 'Created at this instant, or on this day in UTC, or later.' }) date_from?: Date;
  @IsDateTo({ description: 'Created at this instant, or on this day in UTC, or earlier.' }) date_to?: Date;
  @IsQueryId('acct', { description: 'For those who see all accounts.' }) account_id?: AccountId;
  @IsQueryId('txn', { description: 'Only refunds of this payment.' }) refund_of?: TransactionId;
}

/** `accountId` and `refundOf` are parsed by whoever knows what to say when they name nothing. */
export const newTransactionOf = (
  { amount, currency, type, reference, metadata = {} }: CreateTransactionDto,
  accountId: AccountId,
  refundOf: TransactionId | undefined,
): NewTransaction => ({ accountId, amount, currency, type, reference, metadata, refundOf });

@ApiSchema({ name: 'TransactionListItem', description: 'A transaction as create and lists show it.' })
export class TransactionListItem {
  @ApiId('txn', 'The transaction.') id!: string;
  @ApiId('acct', 'The account it belongs to.') account_id!: string;
  @ApiAmount() amount!: number;
  @ApiCurrency() currency!: string;
  @ApiEnum(TRANSACTION_TYPES, 'A payment takes money out; a credit and a refund bring it in.', {
    example: 'credit',
  })
  type!: TransactionType;
  @ApiEnum(TRANSACTION_STATUSES, 'It starts pending and leaves that exactly once.')
  status!: TransactionStatus;
  @ApiReference() reference!: string | null;
  @ApiMetadata() metadata!: object;
  @ApiId('txn', 'For a refund: the payment it gives back.', NULL_AT_FIRST) refund_of!: string | null;
  @ApiText('Why it failed, if it did.', 'card expired', NULL_AT_FIRST) failure_reason!: string | null;
  @ApiTimestamp('When it was created.') created_at!: string;
  @ApiTimestamp('When it settled, failed or was canceled; null while it is pending.', NULL_AT_FIRST)
  ended_at!: string | null;
}

@ApiSchema({ name: 'Transaction', description: 'The transaction.' })
export class TransactionBody extends TransactionListItem {
  @ApiTimestamp('When it last changed.') updated_at!: string;
}

@ApiSchema({ name: 'TransactionList', description: 'A page of transactions, newest first.' })
export class TransactionListBody extends CursorBodyOf<TransactionListItem>({
  type: [TransactionListItem],
  description: 'The transactions of this page.',
}) {}

const CANCELED = 'The transaction is canceled and will not be settled.';

@ApiSchema({
  name: 'CanceledTransaction',
  description: 'The transaction is canceled; what it held is available again.',
})
export class CanceledTransactionBody {
  @ApiId('txn', 'The transaction that was canceled.') id!: string;
  @ApiConst('canceled', 'What it is now.') status!: string;
  @ApiTimestamp('When it was canceled.') canceled_at!: string;
  @ApiText('That it is so.', CANCELED) message!: string;
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
  created_at: formatInstant(transaction.createdAt),
  ended_at: transaction.endedAt === undefined ? null : formatInstant(transaction.endedAt),
});

/** As create and lists show it: without `updated_at`. */
export const transactionListItem = (transaction: Transaction): TransactionListItem => fieldsOf(transaction);

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

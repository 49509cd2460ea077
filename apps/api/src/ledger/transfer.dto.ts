import { type Currency, formatInstant, type Metadata } from '@florin/kernel';
import { TRANSACTION_STATUSES, type TransactionStatus, type Transfer } from '@florin/ledger';
import { ApiProperty, ApiSchema, OmitType } from '@nestjs/swagger';
import {
  IsAmount,
  IsCurrency,
  IsFlag,
  IsId,
  IsMetadata,
  IsOneOf,
  IsReference,
} from '../common/decorators/fields.js';
import { DryRunFields } from '../common/dry-run/dry-run.dto.js';
import { CursorBodyOf, CursorQueryOf } from '../common/pagination/cursor.dto.js';
import {
  ApiAmount,
  ApiConst,
  ApiCurrency,
  ApiEnum,
  ApiId,
  ApiMetadata,
  ApiReference,
  ApiText,
  ApiTimestamp,
  ApiNull,
  NULL_AT_FIRST,
} from '../openapi/fields.js';
import { SettleTransactionDto } from './transaction.dto.js';

@ApiSchema({ name: 'CreateTransfer', description: 'The transfer to create.' })
export class CreateTransferDto {
  @IsId('acct', { description: 'The account that pays.' }) from_account_id!: string;
  @IsId('acct', { description: 'The account that receives the money.' }) to_account_id!: string;
  @IsAmount({ description: 'In minor units: 7500 is 75.00.' }) amount!: number;
  @IsCurrency({ description: 'Must be the currency of both accounts.' }) currency!: Currency;
  @IsReference({ omittable: true, description: 'Your own reference. Both accounts see it.' })
  reference?: string;
  @IsMetadata({ omittable: true }) metadata?: Metadata;

  @IsFlag({
    omittable: true,
    description: 'Settles the transfer in the same step. For admins and platform keys.',
  })
  settle?: boolean;
}

@ApiSchema({ name: 'SettleTransfer', description: 'The result of the transfer.' })
export class SettleTransferDto extends SettleTransactionDto {}

export class ListTransfersQuery extends CursorQueryOf('trf') {
  @IsOneOf(TRANSACTION_STATUSES, { optional: true, description: 'Only items with this status.' })
  status?: TransactionStatus;
}

@ApiSchema({ name: 'Transfer', description: 'The transfer.' })
export class TransferBody {
  @ApiId('trf', 'The transfer.') id!: string;
  @ApiId('acct', 'The account that pays.') from_account_id!: string;
  @ApiId('acct', 'The account that receives the money.') to_account_id!: string;
  @ApiAmount() amount!: number;
  @ApiCurrency() currency!: string;
  @ApiEnum(TRANSACTION_STATUSES, 'Starts as `pending` and changes once.') status!: TransactionStatus;
  @ApiReference() reference!: string | null;
  @ApiMetadata() metadata!: object;
  @ApiTimestamp('When it was created.') created_at!: string;
  @ApiTimestamp('When it succeeded, failed or was canceled; null while it is pending.', NULL_AT_FIRST)
  ended_at!: string | null;
}

@ApiSchema({ name: 'UnsavedTransfer', description: 'The transfer as it would be created.' })
export class UnsavedTransferBody extends OmitType(TransferBody, ['id']) {
  @ApiNull('Always null: the transfer is not stored.') id!: null;
}

@ApiSchema({
  name: 'TransferDryRun',
  description: 'The result of a dry run, with the balance of the account that pays. Nothing was stored.',
})
export class TransferDryRunBody extends DryRunFields {
  @ApiProperty({ type: UnsavedTransferBody }) result!: UnsavedTransferBody;
}

@ApiSchema({ name: 'TransferList', description: 'A page of transfers, newest first.' })
export class TransferListBody extends CursorBodyOf<TransferBody>({
  type: [TransferBody],
  description: 'The transfers of this page.',
}) {}

const CANCELED = 'The transfer is canceled and will not be settled.';

@ApiSchema({
  name: 'CanceledTransfer',
  description: 'The transfer is canceled, and the money is available to the source again.',
})
export class CanceledTransferBody {
  @ApiId('trf', 'The canceled transfer.') id!: string;
  @ApiConst('canceled', 'The new status.') status!: string;
  @ApiTimestamp('When it was canceled.') canceled_at!: string;
  @ApiText('A confirmation to show to people.', CANCELED) message!: string;
}

const fieldsOf = (transfer: Transfer) => ({
  id: transfer.id,
  from_account_id: transfer.fromAccountId,
  to_account_id: transfer.toAccountId,
  amount: transfer.amount,
  currency: transfer.currency,
  status: transfer.status,
  reference: transfer.reference ?? null,
  metadata: transfer.metadata,
  created_at: formatInstant(transfer.createdAt),
  ended_at: transfer.endedAt === undefined ? null : formatInstant(transfer.endedAt),
});

export const transferBody = (transfer: Transfer): TransferBody => fieldsOf(transfer);

export const unsavedTransferBody = (transfer: Transfer): UnsavedTransferBody => ({
  ...fieldsOf(transfer),
  id: null,
});

export const canceledTransferBody = ({ id, status, endedAt, createdAt }: Transfer): CanceledTransferBody => ({
  id,
  status,
  canceled_at: formatInstant(endedAt ?? createdAt),
  message: CANCELED,
});

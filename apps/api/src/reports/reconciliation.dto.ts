import { formatInstant } from '@florin/kernel';
import {
  type Reconciliation,
  RECONCILIATION_FORMATS,
  RECONCILIATION_RESULTS,
  RECONCILIATION_STATUSES,
  type ReconciliationFormat,
  type ReconciliationResult,
  type ReconciliationStatus,
} from '@florin/ledger';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsOneOf } from '../common/decorators/fields.js';
import { CursorBodyOf, CursorQueryOf } from '../common/pagination/cursor.dto.js';
import {
  ApiCurrency,
  ApiEnum,
  ApiId,
  ApiInteger,
  ApiReference,
  ApiText,
  ApiTimestamp,
} from '../openapi/fields.js';

export class ListReconciliationsQuery extends CursorQueryOf('rcn') {}

export const LINE_FORMATS = ['json', 'csv'] as const;

export class ListReconciliationLinesQuery extends CursorQueryOf('rcl') {
  @IsOneOf(RECONCILIATION_RESULTS, { optional: true, description: 'Only lines with this result.' })
  result?: ReconciliationResult;

  @IsOneOf(LINE_FORMATS, {
    optional: true,
    description: 'With `csv`, all lines as a file, like `Accept: text/csv`. Not with `limit` and cursors.',
  })
  format?: (typeof LINE_FORMATS)[number];
}

const ApiDate = (description: string): PropertyDecorator =>
  ApiProperty({ type: 'string', format: 'date', example: '2026-01-31', description });

const ApiSignedAmount = (description: string): PropertyDecorator =>
  ApiProperty({ type: 'integer', format: 'int64', example: 7500, description });

const SIGNED = 'In minor units: positive for money in, negative for money out.';

@ApiSchema({
  name: 'Reconciliation',
  description: 'A file of a bank or processor, compared with what Florin posted to the account.',
})
export class ReconciliationBody {
  @ApiId('rcn', 'The reconciliation.') id!: string;
  @ApiId('acct', 'The account.') account_id!: string;
  @ApiEnum(RECONCILIATION_FORMATS, 'The format of the file.') format!: ReconciliationFormat;
  @ApiEnum(RECONCILIATION_STATUSES, 'Always `completed`.') status!: ReconciliationStatus;
  @ApiCurrency() currency!: string;
  @ApiDate('The first day of the period, in the time zone of the account.') from!: string;
  @ApiDate('The last day of the period.') to!: string;
  @ApiInteger('The number of days that two dates may differ.', 3) tolerance_days!: number;
  @ApiInteger('Lines of the file that match an entry.', 118) matched!: number;
  @ApiInteger('Lines of the file with the reference of an entry, but another amount.', 1)
  amount_differs!: number;
  @ApiInteger('Lines of the file without an entry.', 2) missing_in_florin!: number;
  @ApiInteger('Entries of the period without a line in the file.', 0) missing_in_file!: number;
  @ApiTimestamp('When it was created.') created_at!: string;
}

@ApiSchema({ name: 'ReconciliationList', description: 'A page of reconciliations, newest first.' })
export class ReconciliationListBody extends CursorBodyOf<ReconciliationBody>({
  type: [ReconciliationBody],
  description: 'The reconciliations of this page.',
}) {}

@ApiSchema({ name: 'ReconciledFileLine', description: 'A line of the file.' })
class FileLineBody {
  @ApiInteger('Where it is in the file.', 2, 1) line!: number;
  @ApiReference() reference!: string | null;
  @ApiSignedAmount(SIGNED) amount!: number;
  @ApiDate('The date in the file.') date!: string;
  @ApiText('The text for people; null if there is none.', 'Invoice 14', { nullable: true })
  description!: string | null;
}

@ApiSchema({ name: 'ReconciledEntry', description: 'What a succeeded transaction posted to the account.' })
class PostedLineBody {
  @ApiId('txn', 'The transaction.') transaction_id!: string;
  @ApiReference() reference!: string | null;
  @ApiSignedAmount(SIGNED) amount!: number;
  @ApiDate('The day of posting, in the time zone of the account.') date!: string;
}

@ApiSchema({ name: 'ReconciliationLine', description: 'A line of the file, an entry of Florin, or a pair.' })
class ReconciliationLineBody {
  @ApiId('rcl', 'The line.') id!: string;
  @ApiEnum(
    RECONCILIATION_RESULTS,
    '`matched`; `amount_differs`: the same reference with another amount; `missing_in_florin`: no entry; `missing_in_file`: no line in the file.',
  )
  result!: ReconciliationResult;
  @ApiProperty({ type: FileLineBody, nullable: true, description: 'Null if it is missing in the file.' })
  file!: FileLineBody | null;
  @ApiProperty({ type: PostedLineBody, nullable: true, description: 'Null if it is missing in Florin.' })
  florin!: PostedLineBody | null;
}

@ApiSchema({
  name: 'ReconciliationLineList',
  description: 'A page of lines in the order of the file, followed by the entries that are missing in it.',
})
export class ReconciliationLineListBody extends CursorBodyOf<ReconciliationLineBody>({
  type: [ReconciliationLineBody],
  description: 'The lines of this page.',
}) {}

export const reconciliationBody = (reconciliation: Reconciliation): ReconciliationBody => ({
  id: reconciliation.id,
  account_id: reconciliation.accountId,
  format: reconciliation.format,
  status: reconciliation.status,
  currency: reconciliation.currency,
  from: reconciliation.from,
  to: reconciliation.to,
  tolerance_days: reconciliation.toleranceDays,
  matched: reconciliation.matched,
  amount_differs: reconciliation.amountDiffers,
  missing_in_florin: reconciliation.missingInFlorin,
  missing_in_file: reconciliation.missingInFile,
  created_at: formatInstant(reconciliation.createdAt),
});

import type { TransactionId } from '@florin/kernel';
import type { ReconciliationLine } from '@florin/ledger';
import { EntitySchema } from 'typeorm';
import { bigintColumn } from '../postgres/columns.js';
import { idColumn, optional, rowReader, rowWriter } from '../postgres/entity-mapping.js';

type ReconciliationLineRow = Omit<ReconciliationLine, 'file' | 'posted'> & {
  readonly lineNumber: number | undefined;
  readonly fileReference: string | undefined;
  readonly fileAmount: number | undefined;
  readonly fileDate: string | undefined;
  readonly description: string | undefined;
  readonly transactionId: TransactionId | undefined;
  readonly postedReference: string | undefined;
  readonly postedAmount: number | undefined;
  readonly postedDate: string | undefined;
};

export const ReconciliationLineEntity = new EntitySchema<ReconciliationLineRow>({
  name: 'reconciliation_line',
  tableName: 'reconciliation_lines',
  columns: {
    accountId: { ...idColumn('acct', 'account_id'), primary: true },
    reconciliationId: { ...idColumn('rcn', 'reconciliation_id'), primary: true },
    id: { ...idColumn('rcl'), primary: true },
    result: { type: 'text' },
    lineNumber: optional({ name: 'file_line', type: 'integer' }),
    fileReference: optional({ name: 'file_reference', type: 'text' }),
    fileAmount: optional({ ...bigintColumn, name: 'file_amount' }),
    fileDate: optional({ name: 'file_date', type: 'date' }),
    description: optional({ name: 'file_description', type: 'text' }),
    transactionId: optional(idColumn('txn', 'transaction_id')),
    postedReference: optional({ name: 'posted_reference', type: 'text' }),
    postedAmount: optional({ ...bigintColumn, name: 'posted_amount' }),
    postedDate: optional({ name: 'posted_date', type: 'date' }),
  },
});

const fromRow = rowReader(ReconciliationLineEntity);
const toRow = rowWriter(ReconciliationLineEntity);

export function reconciliationLineOf(row: object): ReconciliationLine {
  const { lineNumber, fileReference, fileAmount, fileDate, description, ...others } = fromRow(row);
  const { transactionId, postedReference, postedAmount, postedDate, ...line } = others;
  return {
    ...line,
    file:
      lineNumber === undefined || fileAmount === undefined || fileDate === undefined
        ? undefined
        : { lineNumber, reference: fileReference, amount: fileAmount, date: fileDate, description },
    posted:
      transactionId === undefined || postedAmount === undefined || postedDate === undefined
        ? undefined
        : { transactionId, reference: postedReference, amount: postedAmount, date: postedDate },
  };
}

export const reconciliationLineRowOf = ({ file, posted, ...line }: ReconciliationLine): object =>
  toRow({
    ...line,
    lineNumber: file?.lineNumber,
    fileReference: file?.reference,
    fileAmount: file?.amount,
    fileDate: file?.date,
    description: file?.description,
    transactionId: posted?.transactionId,
    postedReference: posted?.reference,
    postedAmount: posted?.amount,
    postedDate: posted?.date,
  });

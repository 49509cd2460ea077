import type { StatementLine } from '@florin/infrastructure';
import { type Currency, decimalText, money } from '@florin/kernel';
import { csvLine, plainField, textField } from './csv.js';

export const STATEMENT_FORMATS = ['csv', 'jsonl'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

export interface StatementWriter {
  /** What stands before the first line. */
  readonly head: string;
  readonly line: (line: StatementLine) => string;
}

export const statementWriter = (format: StatementFormat, currency: Currency): StatementWriter =>
  format === 'csv' ? csvWriter(currency) : { head: '', line: (line) => `${JSON.stringify(jsonOf(line))}\n` };

const CSV_COLUMNS = [
  'ended_at',
  'created_at',
  'transaction_id',
  'type',
  'status',
  'amount',
  'currency',
  'change',
  'balance',
  'reference',
  'refund_of',
  'failure_reason',
  'payment_reference',
  'customer_email',
  'metadata',
];

/** For people and their spreadsheets: amounts stand in the currency's own digits, 75.00 for 7500 cents. */
function csvWriter(currency: Currency): StatementWriter {
  const amountField = (amount: number): string => plainField(decimalText(money(amount, currency)));
  return {
    head: csvLine(CSV_COLUMNS),
    line: ({ transaction, change, balance, request }) =>
      csvLine([
        plainField(transaction.endedAt?.toISOString() ?? ''),
        plainField(transaction.createdAt.toISOString()),
        plainField(transaction.id),
        plainField(transaction.type),
        plainField(transaction.status),
        amountField(transaction.amount),
        plainField(transaction.currency),
        amountField(change),
        amountField(balance),
        textField(transaction.reference ?? ''),
        plainField(transaction.refundOf ?? ''),
        textField(transaction.failureReason ?? ''),
        textField(request?.reference ?? ''),
        textField(request?.customerEmail ?? ''),
        Object.keys(transaction.metadata).length === 0 ? '' : textField(JSON.stringify(transaction.metadata)),
      ]),
  };
}

/** For programs: the fields and the minor units of the API, and nothing altered. */
const jsonOf = ({ transaction, change, balance, request }: StatementLine): object => ({
  ended_at: transaction.endedAt?.toISOString() ?? null,
  created_at: transaction.createdAt.toISOString(),
  transaction_id: transaction.id,
  type: transaction.type,
  status: transaction.status,
  amount: transaction.amount,
  currency: transaction.currency,
  change,
  balance,
  reference: transaction.reference ?? null,
  refund_of: transaction.refundOf ?? null,
  failure_reason: transaction.failureReason ?? null,
  payment_reference: request?.reference ?? null,
  customer_email: request?.customerEmail ?? null,
  metadata: transaction.metadata,
});

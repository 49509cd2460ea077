import { stringify } from 'csv-stringify/sync';
import type { StatementLine } from '@florin/infrastructure';
import { type Currency, decimalText, money } from '@florin/kernel';

export type StatementFormat = 'csv' | 'jsonl';

export interface StatementWriter {
  readonly head: string;
  readonly lines: (lines: readonly StatementLine[]) => string;
}

export const statementWriter = (format: StatementFormat, currency: Currency): StatementWriter =>
  format === 'csv'
    ? { head: csv([CSV_COLUMNS]), lines: (lines) => csv(lines.map((line) => csvRecord(line, currency))) }
    : { head: '', lines: (lines) => lines.map((line) => `${JSON.stringify(jsonOf(line))}\n`).join('') };

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

/** RFC 4180. Semicolons, tabs and outer spaces are quoted too: some spreadsheets separate or trim by them. */
const csv = (records: readonly (readonly string[])[]): string =>
  stringify(
    records.map((record) => [...record]),
    { record_delimiter: 'windows', quoted_match: /[;\t\r\n]|^\s|\s$/ },
  );

// The start of a formula, in both widths. A semicolon separates fields where the comma is the decimal sign.
const FORMULA = /(^|;)(?=[\s"']*[=+\-@＝＋－＠\t\r])/gu;

/** Text of customers: an apostrophe keeps a spreadsheet from calculating it. */
export const textField = (text = ''): string => text.replace(FORMULA, "$1'");

/** For spreadsheets: amounts with the decimals of the currency, 75.00 for 7500 cents. */
function csvRecord({ transaction, change, balance, request }: StatementLine, currency: Currency): string[] {
  const { metadata } = transaction;
  const decimals = (amount: number): string => decimalText(money(amount, currency));
  return [
    transaction.endedAt?.toISOString() ?? '',
    transaction.createdAt.toISOString(),
    transaction.id,
    transaction.type,
    transaction.status,
    decimals(transaction.amount),
    transaction.currency,
    decimals(change),
    decimals(balance),
    textField(transaction.reference),
    transaction.refundOf ?? '',
    textField(transaction.failureReason),
    textField(request?.reference),
    textField(request?.customerEmail),
    Object.keys(metadata).length === 0 ? '' : textField(JSON.stringify(metadata)),
  ];
}

/** For programs: the fields and the minor units of the API, text unchanged. */
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

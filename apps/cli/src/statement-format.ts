import { csvText, neutralizeFormulas, type StatementLine } from '@florin/infrastructure';
import { type Currency, decimalText, money } from '@florin/kernel';

export type StatementFormat = 'csv' | 'jsonl';

export interface StatementWriter {
  readonly head: string;
  readonly lines: (lines: readonly StatementLine[]) => string;
}

const CSV_HEAD =
  'ended_at,created_at,transaction_id,type,status,amount,currency,change,balance,reference,refund_of,failure_reason,payment_reference,customer_email,metadata\r\n';

export const statementWriter = (format: StatementFormat, currency: Currency): StatementWriter =>
  format === 'csv'
    ? {
        head: CSV_HEAD,
        lines: (lines) => csvText(lines.map((line) => csvRecord(line, currency))),
      }
    : { head: '', lines: (lines) => lines.map((line) => `${JSON.stringify(fieldsOf(line))}\n`).join('') };

/** The fields and minor units of the API, text unchanged. */
const fieldsOf = ({ transaction, change, balance, request }: StatementLine) => ({
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

/** Amounts have the decimals of the currency (75.00 for 7500 cents); formulas are neutralised. */
function csvRecord(line: StatementLine, currency: Currency): string[] {
  const { metadata, ...fields } = fieldsOf(line);
  const metadataText = Object.keys(metadata).length === 0 ? '' : JSON.stringify(metadata);
  return [...Object.values(fields), metadataText].map((value) =>
    typeof value === 'number' ? decimalText(money(value, currency)) : neutralizeFormulas(value ?? ''),
  );
}

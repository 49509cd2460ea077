import { csvField, neutralizeFormulas } from '@florin/infrastructure';
import { type Currency, decimalText, formatInstant, money } from '@florin/kernel';
import type { OpenStatement, StatementLine } from '@florin/ledger';

const BATCH_LINES = 250;
const LINE_END = '\r\n';

/** Quoted where needed. */
type Column = (line: StatementLine, currency: Currency) => string;

/** In this order. Amounts have the decimals of the currency, and once more in minor units. */
const COLUMNS: Readonly<Record<string, Column>> = {
  posted_at: ({ postedAt }) => formatInstant(postedAt),
  transaction_id: ({ transactionId }) => transactionId,
  type: ({ type }) => type,
  reference: ({ reference }) => csvField(neutralizeFormulas(reference ?? '')),
  currency: (_, currency) => currency,
  amount: ({ amount }, currency) => decimalText(money(amount, currency)),
  balance_after: ({ balanceAfter }, currency) => decimalText(money(balanceAfter, currency)),
  amount_minor: ({ amount }) => String(amount),
  balance_after_minor: ({ balanceAfter }) => String(balanceAfter),
};

const CSV_COLUMNS = Object.keys(COLUMNS);
const FIELDS = Object.values(COLUMNS);

/** The whole period, oldest first. With backpressure: the next batch is read when the stream needs it. */
export async function* statementCsv(
  statement: OpenStatement,
  currency: Currency,
): AsyncGenerator<string, void, undefined> {
  yield CSV_COLUMNS.join(',') + LINE_END;
  for await (const lines of statement.batches(BATCH_LINES))
    yield lines.map((line) => FIELDS.map((field) => field(line, currency)).join(',') + LINE_END).join('');
}

import { csvText, neutralizeFormulas } from '@florin/infrastructure';
import { type Currency, decimalText, money, type ReconciliationLineId } from '@florin/kernel';
import type {
  Reconciliation,
  ReconciliationLine,
  ReconciliationReader,
  ReconciliationResult,
} from '@florin/ledger';

const HEAD = [
  'result',
  'file_line',
  'file_date',
  'file_amount',
  'file_reference',
  'file_description',
  'transaction_id',
  'florin_date',
  'florin_amount',
  'florin_reference',
];
const LINES_PER_READ = 1_000;

/** All lines in constant memory. They are never changed, so that the pages need no common snapshot. */
export async function* reconciliationCsv(
  reader: ReconciliationReader,
  reconciliation: Reconciliation,
  result: ReconciliationResult | undefined,
): AsyncGenerator<string> {
  yield csvText([HEAD]);
  let after: ReconciliationLineId | undefined;
  for (;;) {
    const request = { limit: LINES_PER_READ, ...(after !== undefined && { after }) };
    const { items, hasMore } = await reader.lines(reconciliation, result, request);
    if (items.length > 0) yield csvText(items.map((line) => recordOf(line, reconciliation.currency)));
    after = items.at(-1)?.id;
    if (!hasMore || after === undefined) return;
  }
}

/** Amounts have the decimals of the currency; formulas are neutralised. */
function recordOf({ result, file, posted }: ReconciliationLine, currency: Currency): string[] {
  const amountText = (amount: number | undefined): string =>
    amount === undefined ? '' : decimalText(money(amount, currency));
  return [
    result,
    String(file?.lineNumber ?? ''),
    file?.date ?? '',
    amountText(file?.amount),
    neutralizeFormulas(file?.reference ?? ''),
    neutralizeFormulas(file?.description ?? ''),
    posted?.transactionId ?? '',
    posted?.date ?? '',
    amountText(posted?.amount),
    neutralizeFormulas(posted?.reference ?? ''),
  ];
}

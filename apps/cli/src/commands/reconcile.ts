import { readFile, stat } from 'node:fs/promises';
import {
  reconciliationUnitOfWork,
  StreamedStatementFileReader,
  SystemClock,
  SystemIds,
  TypeOrmReconciledAccounts,
  TypeOrmReconciliationReader,
} from '@florin/infrastructure';
import { type Currency, parseUtcDay, type ReconciliationLineId } from '@florin/kernel';
import {
  type CsvOptions,
  DEFAULT_CSV_OPTIONS,
  hasDifferences,
  ReconcileFile,
  type Reconciliation,
  type ReconciliationFormat,
  type ReconciliationLine,
  reconciliationLineBody,
} from '@florin/ledger';
import { amountText, getAccount, parseAccountName } from '../account.js';
import { type DataSource, withSchema } from '../database.js';
import { EXIT, Failure, UsageError } from '../errors.js';
import type { CommonOptions, Run } from '../invocation.js';
import type { Report } from '../report.js';
import { tableOf } from '../table.js';
import { plural, printable } from '../terminal.js';

interface Options extends CommonOptions, Partial<Omit<CsvOptions, 'hasHeader'>> {
  readonly account: string;
  readonly format?: ReconciliationFormat;
  readonly tolerance: number;
  readonly from?: string;
  readonly to?: string;
  /** False with --no-header. */
  readonly header: boolean;
}

const MAX_FILE_BYTES = 100 * 1024 * 1024;
const MAX_SHOWN = 100;

export const run: Run<Options> = async (invocation) => {
  const { options, report } = invocation;
  const [path = ''] = invocation.arguments;
  const name = parseAccountName(options.account, '--account');
  const [from, to] = [dateOf(options.from, '--from'), dateOf(options.to, '--to')];
  const format = options.format ?? (/\.xml$/i.test(path) ? 'camt053' : 'csv');
  rejectOptionsWithoutEffect(options, format);
  const content = await readSmallFile(path);
  return withSchema(invocation, async (source) => {
    const account = await getAccount(source, name);
    const outcome = await reconcileFileIn(source).execute({
      accountId: account.id,
      format,
      content,
      csv: csvOptionsOf(options),
      toleranceDays: options.tolerance,
      from,
      to,
    });
    if (outcome.replayed) throw new Failure('the file was reconciled before');
    const reconciliation = outcome.value;
    const lines = await readLines(source, reconciliation);
    const differences = lines.filter(({ result }) => result !== 'matched');
    print(reconciliation, differences, account.currency, report);
    return hasDifferences(reconciliation) ? EXIT.failure : EXIT.ok;
  });
};

function dateOf(text: string | undefined, option: string): string | undefined {
  if (text !== undefined && parseUtcDay(text) === undefined)
    throw new UsageError(`${option} must be a date (2026-03-31)`);
  return text;
}

const CSV_OPTIONS = [
  'referenceColumn',
  'amountColumn',
  'creditColumn',
  'debitColumn',
  'dateColumn',
  'descriptionColumn',
  'currencyColumn',
  'delimiter',
  'decimalSeparator',
  'dateFormat',
  'amountSign',
  'skipLines',
] as const;

/** As the API does. */
function rejectOptionsWithoutEffect(options: Options, format: ReconciliationFormat): void {
  const sent: string | undefined = options.header
    ? CSV_OPTIONS.find((name) => options[name] !== undefined)
    : 'noHeader';
  if (format !== 'csv' && sent !== undefined)
    throw new UsageError(`${flagOf(sent)} is an option of the format csv`);
  const { amountSign, creditColumn, debitColumn } = options;
  if (amountSign !== undefined && (creditColumn ?? debitColumn) !== undefined)
    throw new UsageError('--amount-sign has no effect with --credit-column or --debit-column');
}

const flagOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

async function readSmallFile(path: string): Promise<Buffer> {
  const problem = (error: Error): never => {
    throw new Failure(`cannot read ${path}: ${error.message.split(',')[0] ?? ''}`);
  };
  const { size } = await stat(path).catch(problem);
  if (size > MAX_FILE_BYTES) throw new Failure(`${path} is larger than 100 MiB`);
  return readFile(path).catch(problem);
}

const csvOptionsOf = ({ header, ...options }: Options): CsvOptions => ({
  referenceColumn: options.referenceColumn,
  amountColumn: options.amountColumn,
  creditColumn: options.creditColumn,
  debitColumn: options.debitColumn,
  dateColumn: options.dateColumn,
  descriptionColumn: options.descriptionColumn,
  currencyColumn: options.currencyColumn,
  delimiter: options.delimiter ?? DEFAULT_CSV_OPTIONS.delimiter,
  decimalSeparator: options.decimalSeparator ?? DEFAULT_CSV_OPTIONS.decimalSeparator,
  dateFormat: options.dateFormat ?? DEFAULT_CSV_OPTIONS.dateFormat,
  amountSign: options.amountSign ?? DEFAULT_CSV_OPTIONS.amountSign,
  hasHeader: header,
  skipLines: options.skipLines ?? DEFAULT_CSV_OPTIONS.skipLines,
});

const reconcileFileIn = (source: DataSource): ReconcileFile =>
  new ReconcileFile(
    reconciliationUnitOfWork(source),
    new TypeOrmReconciledAccounts(source),
    new StreamedStatementFileReader(),
    new SystemIds(),
    new SystemClock(),
  );

async function readLines(
  source: DataSource,
  reconciliation: Reconciliation,
): Promise<readonly ReconciliationLine[]> {
  const reader = new TypeOrmReconciliationReader(source);
  const lines: ReconciliationLine[] = [];
  let after: ReconciliationLineId | undefined;
  for (;;) {
    const request = { limit: 1_000, ...(after !== undefined && { after }) };
    const { items, hasMore } = await reader.lines(reconciliation, undefined, request);
    lines.push(...items);
    after = items.at(-1)?.id;
    if (!hasMore) return lines;
  }
}

const COLUMNS = [
  { name: 'Result' },
  { name: 'Line', align: 'right' },
  { name: 'Date' },
  { name: 'File', align: 'right' },
  { name: 'Florin', align: 'right' },
  { name: 'Reference, transaction', wrapsAt: 20 },
] as const;

function print(
  reconciliation: Reconciliation,
  differences: readonly ReconciliationLine[],
  currency: Currency,
  report: Report,
): void {
  const { id, from, to, matched, amountDiffers, missingInFlorin, missingInFile } = reconciliation;
  const rows = differences.slice(0, MAX_SHOWN).map((line) => rowOf(line, currency));
  if (rows.length > 0) report.print(`${tableOf(COLUMNS, rows, report.width)}\n`);
  if (differences.length > MAX_SHOWN)
    report.note(`only the first ${MAX_SHOWN} of ${plural(differences.length, 'difference')} are shown`);
  report.print(
    `${from} to ${to}: ${matched} matched, ${amountDiffers} with another amount, ${missingInFlorin} missing in Florin, ${missingInFile} missing in the file.`,
  );
  report.print(`Stored as ${id}.`);
  report.result({
    id,
    account_id: reconciliation.accountId,
    currency,
    from,
    to,
    matched,
    amount_differs: amountDiffers,
    missing_in_florin: missingInFlorin,
    missing_in_file: missingInFile,
    differences: differences.map(reconciliationLineBody),
  });
}

function rowOf({ result, file, posted }: ReconciliationLine, currency: Currency): string[] {
  const amountOf = (amount: number | undefined): string =>
    amount === undefined ? '' : amountText(amount, currency);
  const texts = [file?.reference ?? file?.description ?? posted?.reference, posted?.transactionId];
  return [
    result.replaceAll('_', ' ').replace(' in ', '\nin ').replace(' differs', '\ndiffers'),
    String(file?.lineNumber ?? ''),
    file?.date ?? posted?.date ?? '',
    amountOf(file?.amount),
    amountOf(posted?.amount),
    texts
      .filter((text) => text !== undefined)
      .map((text) => printable(text))
      .join('\n'),
  ];
}

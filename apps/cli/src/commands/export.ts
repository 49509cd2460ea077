import {
  inSnapshot,
  Interrupted,
  openStatement,
  type Snapshot,
  type Statement,
  type StatementAccount,
  type StatementFilter,
} from '@florin/infrastructure';
import { later, parseDateOrInstant } from '@florin/kernel';
import { type AccountName, amountText, getAccount, parseAccountName } from '../account.js';
import { requireSchema, withDatabase } from '../database.js';
import { type Destination, OutputLost, PipeClosed, toFile, toStream } from '../destination.js';
import { EXIT, UsageError } from '../errors.js';
import type { CommonOptions, Invocation, Run } from '../invocation.js';
import { type Report, reportFor } from '../report.js';
import { type StatementFormat, statementWriter } from '../statement-format.js';
import { plural, type Terminal } from '../terminal.js';

interface Options extends CommonOptions {
  readonly format: StatementFormat;
  readonly from?: string;
  readonly to?: string;
  readonly settled?: boolean;
  readonly output?: string;
  readonly force?: boolean;
  readonly bom?: boolean;
}

interface ExportRequest {
  readonly account: AccountName;
  readonly filter: StatementFilter;
  readonly options: Options;
}

export const run: Run<Options> = async (invocation) => {
  const { options, terminal } = invocation;
  const report = reportFor(invocation);
  const request = requestOf(invocation);
  if (report.isJson && options.output === undefined) {
    throw new UsageError('--json prints a summary on standard output, so the export itself needs --output');
  }
  return withDatabase(options, terminal, 'existing', async (source) => {
    await requireSchema(source);
    const work = (snapshot: Snapshot): Promise<number> => exportTo(snapshot, request, terminal, report);
    return inSnapshot(source, work, terminal.signal);
  });
};

function requestOf({ arguments: [named], options }: Invocation<Options>): ExportRequest {
  const account = parseAccountName(named);
  const from = instantOf(options, 'from', 'start');
  const last = instantOf(options, 'to', 'end');
  if (from !== undefined && last !== undefined && from > last) {
    throw new UsageError('--from must not be later than --to');
  }
  // The filter excludes its end; instants have milliseconds.
  const filter = { from, until: last && later(last, 1), settledOnly: options.settled === true };
  return { account, filter, options };
}

/** A date is a whole day in UTC. */
function instantOf(options: Options, name: 'from' | 'to', edge: 'start' | 'end'): Date | undefined {
  const text = options[name];
  const instant = parseDateOrInstant(text, edge);
  if (text !== undefined && instant === undefined) {
    throw new UsageError(`--${name} must be a date (2026-03-31) or an instant (2026-03-31T09:30:00Z)`);
  }
  return instant;
}

async function exportTo(
  snapshot: Snapshot,
  request: ExportRequest,
  terminal: Terminal,
  report: Report,
): Promise<number> {
  const account = await getAccount(snapshot, request.account);
  const statement = await openStatement(snapshot, account, request.filter);
  const { output, force = false } = request.options;
  const destination = output === undefined ? toStream(terminal.stdout) : toFile(output, force);
  let written = 0;
  try {
    const { rows, closing } = await writeAll(statement, request.options, destination, report, (rows) => {
      written = rows;
    });
    await destination.complete();
    finish(request, account, { rows, opening: statement.opening, closing }, report);
    return EXIT.ok;
  } catch (error) {
    await destination.abandon();
    if (error instanceof PipeClosed) return EXIT.pipeClosed;
    if (error instanceof OutputLost) return EXIT.failure;
    if (error instanceof Interrupted || terminal.signal.aborted) {
      report.note(`interrupted after ${plural(written, 'row')}; ${whatIsLeft(output)}`);
    }
    throw error;
  }
}

const whatIsLeft = (path: string | undefined): string =>
  path === undefined ? 'the output is incomplete' : `${path} was not written`;

async function writeAll(
  { account, total, opening, batches }: Statement,
  { format, bom = false }: Options,
  destination: Destination,
  report: Report,
  onRows: (rows: number) => void,
): Promise<{ rows: number; closing: number }> {
  const writer = statementWriter(format, account.currency);
  const progress = report.progress('exporting', total, 'rows');
  let rows = 0;
  let closing = opening;
  try {
    await destination.write((bom ? '\uFEFF' : '') + writer.head);
    for await (const lines of batches) {
      await destination.write(writer.lines(lines));
      rows += lines.length;
      closing = lines.at(-1)?.balance ?? closing;
      onRows(rows);
      progress.update(rows);
    }
  } finally {
    progress.stop();
  }
  return { rows, closing };
}

function finish(
  { filter, options: { output: path } }: ExportRequest,
  account: StatementAccount,
  sums: { rows: number; opening: number; closing: number },
  report: Report,
): void {
  if (filter.until === undefined && sums.closing !== account.balance) {
    const [closing, balance] = [sums.closing, account.balance].map((sum) =>
      amountText(sum, account.currency),
    );
    report.note(`the statement ends with ${closing}, but the balance is ${balance}; run florin verify`);
  }
  if (path !== undefined && !report.isJson) report.note(`wrote ${plural(sums.rows, 'row')} to ${path}`);
  report.result({ account_id: account.id, currency: account.currency, ...sums, output: path });
}

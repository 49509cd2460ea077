import {
  findStatementAccount,
  inSnapshot,
  Interrupted,
  openStatement,
  type Snapshot,
  type Statement,
  type StatementAccount,
  type StatementFilter,
} from '@florin/infrastructure';
import { later, parseEmail, parseId } from '@florin/kernel';
import type { Invocation, Run } from '../command.js';
import { requireSchema, withDatabase } from '../database.js';
import { type Destination, OutputLost, PipeClosed, toFile, toStream } from '../destination.js';
import { EXIT, Failure, UsageError } from '../errors.js';
import { type Report, reportFor } from '../reporting.js';
import { type StatementFormat, STATEMENT_FORMATS, statementWriter } from '../statement-format.js';
import { plural } from '../terminal.js';

interface Wish {
  readonly account: Parameters<typeof findStatementAccount>[1];
  readonly filter: StatementFilter;
  readonly format: StatementFormat;
  readonly withMark: boolean;
  readonly path: string | undefined;
  readonly mayReplace: boolean;
}

export const run: Run = async (invocation) => {
  const { options, terminal } = invocation;
  const report = reportFor(invocation);
  const wish = wishOf(invocation);
  if (report.isJson && wish.path === undefined) {
    throw new UsageError(
      '--json tells about the export on standard output, so the export itself needs --output',
    );
  }
  return withDatabase(options, terminal, 'looks', async (source) => {
    await requireSchema(source);
    const work = (snapshot: Snapshot): Promise<number> => exportTo(snapshot, wish, invocation, report);
    return inSnapshot(source, work, terminal.signal);
  });
};

function wishOf({ arguments: [named = ''], options }: Invocation): Wish {
  const id = parseId('acct', named);
  const email = parseEmail(named);
  if (id === undefined && email === undefined) {
    throw new UsageError('<account> must be an account id (acct_…) or the email of an account');
  }
  const from = options.instant('from', 'start');
  const last = options.instant('to', 'end');
  if (from !== undefined && last !== undefined && from > last) {
    throw new UsageError('--from must not be later than --to');
  }
  return {
    account: id === undefined ? { email: email ?? '' } : { id },
    // Instants are kept to the millisecond, so the last one that is meant ends where the next begins.
    filter: { from, until: last && later(last, 1), settledOnly: options.flag('settled') },
    format: options.oneOf('format', STATEMENT_FORMATS, 'csv'),
    withMark: options.flag('bom'),
    path: options.text('output'),
    mayReplace: options.flag('force'),
  };
}

async function exportTo(
  snapshot: Snapshot,
  wish: Wish,
  { terminal }: Invocation,
  report: Report,
): Promise<number> {
  const account = await findStatementAccount(snapshot, wish.account);
  if (account === undefined) throw new Failure('there is no such account');
  const statement = await openStatement(snapshot, account, wish.filter);
  const destination =
    wish.path === undefined ? toStream(terminal.stdout) : toFile(wish.path, wish.mayReplace);
  let written = 0;
  try {
    const { rows, closing } = await writeAll(
      statement,
      wish,
      destination,
      report,
      (rows) => (written = rows),
    );
    await destination.complete();
    finish(wish, account, { rows, opening: statement.opening, closing }, report);
    return EXIT.ok;
  } catch (error) {
    await destination.abandon();
    if (error instanceof PipeClosed) return EXIT.pipeClosed;
    if (error instanceof OutputLost) return EXIT.failure;
    if (error instanceof Interrupted || terminal.signal.aborted) {
      report.note(`interrupted after ${plural(written, 'row')}; ${whatIsLeft(wish.path)}`);
    }
    throw error;
  }
}

const whatIsLeft = (path: string | undefined): string =>
  path === undefined ? 'what was printed is incomplete' : `${path} was not written`;

async function writeAll(
  { account, total, opening, batches }: Statement,
  { format, withMark }: Wish,
  destination: Destination,
  report: Report,
  onRows: (rows: number) => void,
): Promise<{ rows: number; closing: number }> {
  const writer = statementWriter(format, account.currency);
  const progress = report.progress('exporting', total, 'rows');
  let rows = 0;
  let closing = opening;
  try {
    await destination.write((withMark ? '\uFEFF' : '') + writer.head);
    for await (const lines of batches) {
      await destination.write(lines.map(writer.line).join(''));
      rows += lines.length;
      closing = lines.at(-1)?.balance ?? closing;
      onRows(rows);
      progress.reach(rows);
    }
  } finally {
    progress.end();
  }
  return { rows, closing };
}

function finish(
  { path, filter }: Wish,
  account: StatementAccount,
  sums: { rows: number; opening: number; closing: number },
  report: Report,
): void {
  if (filter.until === undefined && sums.closing !== account.balance) {
    report.note(
      `the statement ends with ${sums.closing} but the book says ${account.balance}; run florin verify`,
    );
  }
  if (path !== undefined && !report.isJson) report.note(`wrote ${plural(sums.rows, 'row')} to ${path}`);
  report.tell({ account_id: account.id, currency: account.currency, ...sums, output: path });
}

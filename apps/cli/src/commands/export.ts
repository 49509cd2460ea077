import { inSnapshot, openStatement, type Snapshot, type StatementFilter } from '@florin/infrastructure';
import { addMilliseconds, parseDateOrInstant } from '@florin/kernel';
import { type AccountName, amountText, getAccount, parseAccountName } from '../account.js';
import { withSchema } from '../database.js';
import { OutputLost, PipeClosed, toFile, toStream } from '../destination.js';
import { EXIT, UsageError } from '../errors.js';
import type { CommonOptions, Invocation, Run } from '../invocation.js';
import { type StatementFormat, statementWriter } from '../statement-format.js';
import { plural } from '../terminal.js';

interface Options extends CommonOptions {
  readonly format: StatementFormat;
  readonly from?: string;
  readonly to?: string;
  readonly settled?: boolean;
  readonly output?: string;
  readonly force?: boolean;
  readonly bom?: boolean;
}

export const run: Run<Options> = async (invocation) => {
  const { options, terminal, report } = invocation;
  const name = parseAccountName(invocation.arguments[0]);
  const filter = filterOf(options);
  if (report.isJson && options.output === undefined) {
    throw new UsageError('--json prints a summary to standard output; add --output for the export itself');
  }
  return withSchema(invocation, (source) =>
    inSnapshot(source, (snapshot) => exportTo(snapshot, name, filter, invocation), terminal.signal),
  );
};

function filterOf(options: Options): StatementFilter {
  const from = instantOf(options, 'from', 'start');
  const last = instantOf(options, 'to', 'end');
  if (from !== undefined && last !== undefined && from > last) {
    throw new UsageError('--from must not be later than --to');
  }
  // The filter excludes its end; instants have milliseconds.
  return { from, until: last && addMilliseconds(last, 1), settledOnly: options.settled === true };
}

/** A date means the whole day in UTC. */
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
  name: AccountName,
  filter: StatementFilter,
  { options, terminal, report }: Invocation<Options>,
): Promise<number> {
  const account = await getAccount(snapshot, name);
  const { total, opening, batches } = await openStatement(snapshot, account, filter);
  const { id, currency } = account;
  const { output, force = false, bom = false, format } = options;
  const destination = output === undefined ? toStream(terminal.stdout) : toFile(output, force);
  const writer = statementWriter(format, currency);
  const progress = report.progress('exporting', total, 'rows');
  let rows = 0;
  let closing = opening;
  try {
    await destination.write((bom ? '\uFEFF' : '') + writer.head);
    for await (const lines of batches) {
      await destination.write(writer.lines(lines));
      rows += lines.length;
      closing = lines.at(-1)?.balance ?? closing;
      progress.update(rows);
    }
    progress.stop();
    await destination.complete();
  } catch (error) {
    progress.stop();
    await destination.abandon();
    if (error instanceof PipeClosed) return EXIT.pipeClosed;
    if (error instanceof OutputLost) return EXIT.failure;
    if (terminal.signal.aborted) {
      const consequence = output === undefined ? 'the output is incomplete' : `${output} was not written`;
      report.note(`interrupted after ${plural(rows, 'row')}; ${consequence}`);
    }
    throw error;
  }
  if (filter.until === undefined && closing !== account.balance) {
    const [end, balance] = [closing, account.balance].map((sum) => amountText(sum, currency));
    report.note(`the statement ends with ${end}, but the balance is ${balance}; run florin verify`);
  }
  if (output !== undefined && !report.isJson) report.note(`wrote ${plural(rows, 'row')} to ${output}`);
  report.result({ account_id: id, currency, rows, opening, closing, output });
  return EXIT.ok;
}

import type { Account } from '@florin/accounts';
import { KeyedLimit, type PooledPdfRenderer, Unavailable } from '@florin/infrastructure';
import { type AccountId, calendarDateOf, type Clock, invalidRequest } from '@florin/kernel';
import type { StatementPeriod, StatementReader } from '@florin/ledger';
import { StreamableFile } from '@nestjs/common';
import { csvDownload, type OnFault } from '../csv-download.js';
import { MEDIA_TYPES, type ResponseFormat } from '../response-format.js';
import { statementCsv } from './statement-csv.js';
import { StatementPrinter } from './statement-pdf.js';

export const MAX_PDF_LINES = 10_000;
const PDF_BATCH_LINES = 500;

export const grouped = (count: number): string => count.toLocaleString('en');

/** Whole periods as files. */
export class StatementDownloads {
  /** One document of an account at a time, so that one account does not delay the others. */
  private readonly printing = new KeyedLimit(
    { concurrency: 1, maxQueued: 4, maxWaitMs: Infinity },
    () => new Unavailable('Too many PDF statements of this account are waiting. Try again in a moment.', 2),
  );

  constructor(
    private readonly statements: StatementReader,
    private readonly renderer: PooledPdfRenderer,
    private readonly clock: Clock,
  ) {}

  async csv(account: Account, period: StatementPeriod, onFault: OnFault): Promise<StreamableFile> {
    const statement = await this.statements.open(account.id, period);
    const rows = statementCsv(statement, account.settings.currency);
    return csvDownload(rows, filenameOf(account, period, 'csv'), onFault);
  }

  pdf(account: Account, period: StatementPeriod): Promise<StreamableFile> {
    return this.printing.run(account.id, async () => {
      const statement = await this.statements.open(account.id, period);
      const { summary } = statement;
      if (summary.count > MAX_PDF_LINES)
        throw invalidRequest(
          `This period has ${grouped(summary.count)} lines; a PDF has at most ${grouped(MAX_PDF_LINES)}. Choose a shorter period, or the format csv.`,
        );
      const printer = new StatementPrinter({ account, period, summary, createdAt: this.clock.now() });
      for await (const lines of statement.batches(PDF_BATCH_LINES)) printer.add(lines);
      const document = await this.renderer.render(printer.table());
      return new StreamableFile(document, {
        type: MEDIA_TYPES.pdf,
        disposition: `attachment; filename="${filenameOf(account, period, 'pdf')}"`,
        length: document.byteLength,
      });
    });
  }
}

/** `statement_acct_…_2026-01-01_2026-01-31.csv`, with the days of the account's time zone. */
function filenameOf(
  { id, settings }: { readonly id: AccountId; readonly settings: Account['settings'] },
  { from, to }: StatementPeriod,
  format: ResponseFormat,
): string {
  const ends = [from, to].flatMap((instant) =>
    instant === undefined ? [] : calendarDateOf(instant, settings.timezone),
  );
  return `${['statement', id, ...ends].join('_')}.${format}`;
}

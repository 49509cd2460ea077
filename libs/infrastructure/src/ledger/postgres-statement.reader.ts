import {
  type AccountId,
  addMilliseconds,
  cursorPage,
  type CursorRequest,
  idFromUuid,
  instantOfId,
  type TransactionId,
  uuidFromId,
} from '@florin/kernel';
import {
  notNumberedError,
  type OpenStatement,
  type RunningTotals,
  type StatementLine,
  type StatementPage,
  type StatementPeriod,
  StatementReader,
  summaryBetween,
  type TransactionType,
} from '@florin/ledger';
import type { DataSource } from 'typeorm';
import { shardsOf } from '../postgres/account-shards.js';
import { type NamedStatement, readNamed } from '../postgres/named-query.js';
import { READ_BORDERS, READ_LINES, READ_LINES_ROUTED } from './statement.sql.js';

/** As text with the database's own precision, for the next query. */
interface LineKey {
  readonly postedAt: string;
  readonly position: number;
}

interface Border extends LineKey {
  readonly balanceAfter: number;
  readonly totalIn: string;
}

interface BordersRow {
  readonly isUnnumbered: boolean;
  readonly opening: Border | null;
  readonly closing: Border | null;
}

interface LineRow extends LineKey {
  readonly transactionId: string;
  readonly type: TransactionType;
  readonly reference: string | null;
  readonly amount: number;
  readonly balanceAfter: number;
}

interface LinesRow {
  readonly lines: readonly LineRow[] | null;
}

const BEFORE_ALL: LineKey = { postedAt: '-infinity', position: 0 };

export class PostgresStatementReader extends StatementReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async page(
    accountId: AccountId,
    period: StatementPeriod,
    request: CursorRequest<TransactionId>,
  ): Promise<StatementPage> {
    const { after, before, limit } = request;
    const cursor = after ?? before;
    const which = after !== undefined ? 'after' : before !== undefined ? 'before' : 'newest';
    const values = [
      ...rangeValues(accountId, period),
      limit + 1,
      ...(cursor === undefined ? [] : [uuidFromId(cursor), instantOfId(cursor)]),
    ];
    const [row] = await this.read<BordersRow & LinesRow>(this.readLines[which], values);
    const { opening, closing } = bordersIn(row);
    const lines = cursorPage(request, (row?.lines ?? []).map(lineOf));
    return { summary: summaryBetween(totalsOf(opening), totalsOf(closing)), lines };
  }

  async open(accountId: AccountId, period: StatementPeriod): Promise<OpenStatement> {
    const [row] = await this.read<BordersRow>(READ_BORDERS, rangeValues(accountId, period));
    const { opening, closing } = bordersIn(row);
    return {
      summary: summaryBetween(totalsOf(opening), totalsOf(closing)),
      batches: (size) => this.batches(accountId, opening ?? BEFORE_ALL, closing ?? BEFORE_ALL, size),
    };
  }

  private async *batches(
    accountId: AccountId,
    before: LineKey,
    last: LineKey,
    size: number,
  ): AsyncGenerator<readonly StatementLine[], void, undefined> {
    let done = before;
    while (done.position < last.position) {
      const range = [done.postedAt, done.position, last.postedAt, last.position];
      const [row] = await this.read<LinesRow>(this.readLines.batch, [uuidFromId(accountId), ...range, size]);
      const lines = row?.lines ?? [];
      const newest = lines.at(-1);
      if (newest === undefined) throw new Error('Lines of the statement are missing');
      yield lines.map(lineOf);
      done = newest;
    }
  }

  private get readLines(): typeof READ_LINES {
    return shardsOf(this.dataSource).areDistributed ? READ_LINES_ROUTED : READ_LINES;
  }

  private read<Row>(statement: NamedStatement, values: readonly unknown[]): Promise<Row[]> {
    return readNamed<Row>(this.dataSource, statement, values);
  }
}

/** Half-open. Instants have millisecond precision. */
const rangeValues = (accountId: AccountId, { from, to }: StatementPeriod): unknown[] => [
  uuidFromId(accountId),
  from ?? '-infinity',
  to === undefined ? 'infinity' : addMilliseconds(to, 1),
];

function bordersIn(row: BordersRow | undefined): { opening?: Border; closing?: Border } {
  if (row === undefined) throw new Error('The query of the borders returned no row');
  const { isUnnumbered, opening, closing } = row;
  if (isUnnumbered) throw notNumberedError();
  return { ...(opening !== null && { opening }), ...(closing !== null && { closing }) };
}

const totalsOf = (border: Border | undefined): RunningTotals | undefined =>
  border && { position: border.position, balanceAfter: border.balanceAfter, totalIn: BigInt(border.totalIn) };

const lineOf = ({
  transactionId,
  type,
  reference,
  amount,
  balanceAfter,
  postedAt,
}: LineRow): StatementLine => ({
  transactionId: idFromUuid('txn', transactionId),
  type,
  reference: reference ?? undefined,
  amount,
  balanceAfter,
  postedAt: new Date(postedAt),
});

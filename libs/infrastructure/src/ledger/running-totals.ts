import {
  type AccountId,
  addMilliseconds,
  type Currency,
  firstIdAt,
  SECOND_MS,
  startOfDay,
  uuidFromId,
} from '@florin/kernel';
import {
  activityBetween,
  type BalanceAt,
  BalanceHistoryReader,
  type CurrencyActivity,
  NO_TOTALS,
  notNumberedError,
  PlatformActivityReader,
  RunningTotalsReader,
  type Totals,
} from '@florin/ledger';
import type { DataSource } from 'typeorm';
import { safeInteger } from '../postgres/columns.js';
import { shardsOf } from '../postgres/account-shards.js';
import { readNamed } from '../postgres/named-query.js';
import { inSqlTransaction } from '../postgres/sql-transaction.js';
import { lockActivityShared } from './compact-activity.js';

/** Whether the account ($1) has entries that are not numbered. */
export const HAS_UNNUMBERED_LINES = `EXISTS (
    SELECT 1 FROM entries WHERE account_id = $1 AND line = 'account' AND position IS NULL)`;

/**
 * The id of an event is never earlier than the event, and each event has the balance after it. So the last event up to an
 * instant is before the first later one, which is found by id. An event that moves no money ends the search only if it is
 * later than clocks differ: an instance whose clock is behind may still have written an earlier one after it. Such an event
 * is skipped. `+ interval '0'` hides the column's statistics: for an early instant the planner would sort all events.
 */
const BALANCE_AT = {
  name: 'events_balance_at',
  text: `SELECT books.currency, last.id IS NOT NULL AS found, last.available, last.held, last.incoming, last.occurred_at
    FROM books LEFT JOIN LATERAL (
      SELECT * FROM events WHERE events.account_id = $1 AND events.id < coalesce((
          SELECT later.id FROM events AS later
          WHERE later.account_id = $1 AND later.id >= $2 AND later.occurred_at > $3
            AND (later.subject_kind IN ('txn', 'trf') AND later.type <> 'transaction.updated' OR later.id >= $4)
          ORDER BY later.id LIMIT 1), 'ffffffff-ffff-ffff-ffff-ffffffffffff')
        AND events.occurred_at + interval '0' <= $3
      ORDER BY events.id DESC LIMIT 1) AS last ON true
    WHERE books.account_id = $1`,
};
/** The largest difference of clocks with which the balance at any time is exact. Larger ones are logged as a warning. */
const MAX_SKEW_MS = 10 * SECOND_MS;

interface BalanceAtRow {
  readonly currency: Currency;
  readonly found: boolean;
  readonly available: string | null;
  readonly held: string | null;
  readonly incoming: string | null;
  readonly occurred_at: Date | null;
}

export class PostgresBalanceHistoryReader extends BalanceHistoryReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async findAt(accountId: AccountId, at: Date): Promise<BalanceAt | undefined> {
    const [row] = await readNamed<BalanceAtRow>(this.dataSource, BALANCE_AT, [
      uuidFromId(accountId),
      uuidFromId(firstIdAt('evt', addMilliseconds(at, 1))),
      at,
      uuidFromId(firstIdAt('evt', addMilliseconds(at, MAX_SKEW_MS))),
    ]);
    if (row === undefined) return undefined;
    if (row.found && row.available === null) throw notNumberedError();
    const [available, held, incoming] = [row.available, row.held, row.incoming].map((amount) =>
      safeInteger(amount ?? 0),
    ) as [number, number, number];
    const { currency, occurred_at: updatedAt } = row;
    return { accountId, currency, available, held, incoming, updatedAt: updatedAt ?? undefined };
  }
}

const TOTALS_BEFORE = {
  name: 'entries_totals_before',
  text: `SELECT ${HAS_UNNUMBERED_LINES} AS unnumbered, line.position, line.balance_after, line.total_in
    FROM unnest($2::timestamptz[]) WITH ORDINALITY AS border (at, number)
    LEFT JOIN LATERAL (
      SELECT position, balance_after, total_in FROM entries
      WHERE account_id = $1 AND position IS NOT NULL AND posted_at < border.at
      ORDER BY posted_at DESC, position DESC LIMIT 1) AS line ON true
    ORDER BY border.number`,
};

interface TotalsRow {
  readonly unnumbered: boolean;
  readonly position: string | null;
  readonly balance_after: string | null;
  readonly total_in: string | null;
}

export class PostgresRunningTotalsReader extends RunningTotalsReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async before(accountId: AccountId, instants: readonly Date[]): Promise<readonly Totals[]> {
    const values = [uuidFromId(accountId), instants.map((instant) => instant.toISOString())];
    const rows = await readNamed<TotalsRow>(this.dataSource, TOTALS_BEFORE, values);
    if (rows.some(({ unnumbered }) => unnumbered)) throw notNumberedError();
    return rows.map(({ position, balance_after: balanceAfter, total_in: totalIn }) =>
      position === null || balanceAfter === null || totalIn === null
        ? NO_TOTALS
        : { count: BigInt(position), in: BigInt(totalIn), out: BigInt(totalIn) - BigInt(balanceAfter) },
    );
  }
}

// One statement, so that the worker's move from one table to the other is seen before or after, and never in between.
const ACTIVITY_BETWEEN = {
  name: 'activity_between',
  text: `SELECT EXISTS (SELECT 1 FROM entries WHERE line = 'account' AND position IS NULL) AS unnumbered,
      (SELECT json_agg(sums ORDER BY currency, bucket) FROM (
        SELECT currency, width_bucket(day, $1::date[]) AS bucket, sum(posted_count)::text AS count,
          sum(total_in)::text AS "in", sum(total_out)::text AS out
        FROM (SELECT currency, day, posted_count, total_in, total_out FROM activity_days
          UNION ALL SELECT currency, day, posted_count, total_in, total_out FROM activity_deltas) AS posted
        GROUP BY currency, width_bucket(day, $1::date[])) AS sums) AS sums`,
};

interface ActivityRow {
  readonly unnumbered: boolean;
  readonly sums: readonly SumRow[] | null;
}

interface SumRow {
  readonly currency: Currency;
  /** 0 before the first day, 1 for the first bucket. */
  readonly bucket: number;
  readonly count: string;
  readonly in: string;
  readonly out: string;
}

export class PostgresPlatformActivityReader extends PlatformActivityReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async between(days: readonly number[]): Promise<readonly CurrencyActivity[]> {
    const borders = days.map((day) => startOfDay(day, 'UTC'));
    const row = await this.read(borders.map((border) => border.toISOString().slice(0, 10)));
    if (row?.unnumbered === true) throw notNumberedError();
    return [...Map.groupBy(row?.sums ?? [], ({ currency }) => currency)].map(([currency, sums]) => ({
      currency,
      buckets: activityBetween(borders, cumulated(sums, days.length)),
    }));
  }

  private async read(days: readonly string[]): Promise<ActivityRow | undefined> {
    if (!shardsOf(this.dataSource).areDistributed)
      return (await readNamed<ActivityRow>(this.dataSource, ACTIVITY_BETWEEN, [days]))[0];
    return inSqlTransaction(this.dataSource, async (manager) => {
      await lockActivityShared(manager);
      return (await manager.query<ActivityRow[]>(ACTIVITY_BETWEEN.text, [days]))[0];
    });
  }
}

/** The totals before each border, from the sums between them. */
function cumulated(sums: readonly SumRow[], borders: number): Totals[] {
  const byBucket = new Map(sums.map((sum) => [sum.bucket, sum]));
  let totals = NO_TOTALS;
  return Array.from({ length: borders }, (_, bucket) => {
    const { count, in: sumIn, out } = byBucket.get(bucket) ?? { count: 0, in: 0, out: 0 };
    totals = {
      count: totals.count + BigInt(count),
      in: totals.in + BigInt(sumIn),
      out: totals.out + BigInt(out),
    };
    return totals;
  });
}

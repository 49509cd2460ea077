import type { DataSource, EntityManager } from 'typeorm';
import { insertActivityRows } from '../ledger/ledger.sql.js';
import { runAll, sqlClientOf } from '../ledger/sql-client.js';
import { safeInteger } from '../postgres/columns.js';
import { inSqlTransaction } from '../postgres/sql-transaction.js';
import {
  BACKFILL_BATCH,
  type Backfilled,
  type BatchOptions,
  BEFORE_ALL,
  findNextAccount,
  lockBalance,
  stopIfAborted,
} from './backfill.js';

const HAS_UNNUMBERED_ENTRIES = `posted_count IS NULL OR EXISTS (
  SELECT FROM entries WHERE entries.account_id = books.account_id AND line = 'account' AND position IS NULL)`;

type Step = 'cleared' | 'numbered' | 'out_of_order' | 'done';

/**
 * Numbers the entries of earlier releases, and those that an instance of the previous release posted beside this one: then
 * all later entries of the account are numbered again. Can run beside a working service, and continues where it was
 * interrupted: without totals on the balance, new entries are not numbered meanwhile.
 */
export async function numberEntries(dataSource: DataSource, options: BatchOptions = {}): Promise<Backfilled> {
  let [accounts, rows] = [0, 0];
  for (let account = BEFORE_ALL; ; accounts++) {
    const next = await findNextAccount(dataSource, HAS_UNNUMBERED_ENTRIES, account);
    if (next === undefined) return { accounts, rows };
    account = next;
    for (let step: Step = 'out_of_order'; step !== 'done';) {
      stopIfAborted(options);
      const clears: boolean = step === 'cleared' || step === 'out_of_order';
      const batch: Batch = await inSqlTransaction(dataSource, (manager) =>
        clears ? clearBatch(manager, next) : numberBatch(manager, next),
      );
      step = batch.step;
      rows += batch.rows;
      options.onProgress?.(rows);
    }
  }
}

export async function countUnnumberedEntries(dataSource: DataSource): Promise<number> {
  const [row] = await dataSource.query<{ count: number }[]>(
    `SELECT count(*)::int AS count FROM entries WHERE line = 'account' AND position IS NULL`,
  );
  return row?.count ?? 0;
}

interface Batch {
  readonly step: Step;
  readonly rows: number;
}

// Updates join on the account too, not its constant: without statistics the planner would read all entries of the account
// for each row of the batch.

const SUMS_BY_DAY = (sign: '' | '-'): string => `
  SELECT $1::uuid AS "accountId", currency, ((posted_at AT TIME ZONE 'UTC')::date)::text AS day,
    ${sign}count(*) AS "postedCount", ${sign}sum(greatest(amount, 0)) AS "totalIn",
    ${sign}sum(greatest(-amount, 0)) AS "totalOut"
  FROM changed GROUP BY currency, (posted_at AT TIME ZONE 'UTC')::date`;

/** `changed` is a query that ends with the CTE of this name. Adds the entries to the sums of their days, or removes them. */
async function changeEntries(
  manager: EntityManager,
  changed: (inShard: (column: string) => string) => string,
  sign: '' | '-',
  values: readonly unknown[],
): Promise<number> {
  const sql = await sqlClientOf(manager);
  // Citus executes the statement on the node of the account, whose constant each table needs.
  const inShard = (column: string): string =>
    sql.shards.areDistributed ? `AND ${column} = ANY (ARRAY[$1::uuid])` : '';
  const rows = await manager.query<{ postedCount: string }[]>(`${changed(inShard)} ${SUMS_BY_DAY(sign)}`, [
    ...values,
  ]);
  await runAll(sql, insertActivityRows(sql.shards, rows));
  return rows.reduce((count, { postedCount }) => count + Math.abs(safeInteger(postedCount)), 0);
}

/** Removes the numbers of entries that are not earlier than the first one without a number. */
async function clearBatch(manager: EntityManager, account: string): Promise<Batch> {
  await lockBalance(manager, account);
  await manager.query('UPDATE books SET posted_count = NULL, total_in = NULL WHERE account_id = $1', [
    account,
  ]);
  const count = await changeEntries(
    manager,
    (inShard) => `WITH batch AS MATERIALIZED (
       SELECT account_id, transaction_id FROM entries
       WHERE account_id = $1 AND position IS NOT NULL AND posted_at >= (
         SELECT min(posted_at) FROM entries WHERE account_id = $1 AND line = 'account' AND position IS NULL)
       ORDER BY posted_at DESC, position DESC LIMIT $2
     ), changed AS (
       UPDATE entries SET position = NULL, balance_after = NULL, total_in = NULL
       FROM batch WHERE entries.account_id = batch.account_id AND entries.line = 'account'
         AND entries.transaction_id = batch.transaction_id ${inShard('entries.account_id')}
       RETURNING currency, amount, posted_at
     )`,
    '-',
    [account, BACKFILL_BATCH],
  );
  return { step: count < BACKFILL_BATCH ? 'numbered' : 'cleared', rows: 0 };
}

/** Numbers the next entries by time, and at the same time in the order of commits: that of the events. */
async function numberBatch(manager: EntityManager, account: string): Promise<Batch> {
  await lockBalance(manager, account);
  const last = await lastNumbered(manager, account);
  if (last.isOutOfOrder) return { step: 'out_of_order', rows: 0 };
  const count = await changeEntries(
    manager,
    (inShard) => `WITH batch AS MATERIALIZED (
       SELECT account_id, transaction_id, amount, posted_at FROM entries
       WHERE account_id = $1 AND line = 'account' AND position IS NULL AND posted_at <= coalesce((
         SELECT posted_at FROM entries WHERE account_id = $1 AND line = 'account' AND position IS NULL
         ORDER BY posted_at OFFSET $2 LIMIT 1), 'infinity')
     ), numbered AS MATERIALIZED (
       SELECT account_id, transaction_id, $3::bigint + row_number() OVER ordered AS position,
         $4::bigint + sum(amount) OVER ordered AS balance_after,
         $5::bigint + sum(greatest(amount, 0)) OVER ordered AS total_in
       FROM batch LEFT JOIN LATERAL (
         SELECT min(id::text) AS event_id FROM events
         WHERE subject_id = batch.transaction_id AND type = 'transaction.succeeded'
           ${inShard('events.account_id')}) AS ended ON true
       WINDOW ordered AS (ORDER BY posted_at, event_id, transaction_id ROWS UNBOUNDED PRECEDING)
     ), changed AS (
       UPDATE entries SET position = numbered.position, balance_after = numbered.balance_after,
         total_in = numbered.total_in
       FROM numbered WHERE entries.account_id = numbered.account_id AND entries.line = 'account'
         AND entries.transaction_id = numbered.transaction_id ${inShard('entries.account_id')}
       RETURNING currency, amount, posted_at
     )`,
    '',
    [account, BACKFILL_BATCH - 1, last.position, last.balance_after, last.total_in],
  );
  if (count > 0) return { step: 'numbered', rows: count };
  await manager.query('UPDATE books SET posted_count = $2, total_in = $3 WHERE account_id = $1', [
    account,
    last.position,
    last.total_in,
  ]);
  return { step: 'done', rows: 0 };
}

interface LastNumbered {
  readonly position: string;
  readonly balance_after: string;
  readonly total_in: string;
  /** An entry without a number is earlier: the previous release posted it meanwhile, with a clock that is behind. */
  readonly isOutOfOrder: boolean;
}

async function lastNumbered(manager: EntityManager, account: string): Promise<LastNumbered> {
  const [row] = await manager.query<LastNumbered[]>(
    `SELECT position, balance_after, total_in, EXISTS (SELECT 1 FROM entries AS other WHERE other.account_id = $1
       AND other.line = 'account' AND other.position IS NULL AND other.posted_at < last.posted_at) AS "isOutOfOrder"
     FROM entries AS last WHERE account_id = $1 AND position IS NOT NULL
     ORDER BY posted_at DESC, position DESC LIMIT 1`,
    [account],
  );
  if (row === undefined) return { position: '0', balance_after: '0', total_in: '0', isOutOfOrder: false };
  return row;
}

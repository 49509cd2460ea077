import type { DataSource, EntityManager } from 'typeorm';
import { shardsOf } from '../postgres/account-shards.js';
import { inSqlTransaction } from '../postgres/sql-transaction.js';

const compacting = (lock: string): string => `
  WITH taken AS (
    DELETE FROM activity_deltas WHERE (account_id, id) IN (
      SELECT account_id, id FROM activity_deltas LIMIT $1 ${lock})
    RETURNING currency, day, posted_count, total_in, total_out
  ), added AS (
    INSERT INTO activity_days (currency, day, posted_count, total_in, total_out)
    SELECT currency, day, sum(posted_count), sum(total_in), sum(total_out) FROM taken
    GROUP BY currency, day ORDER BY currency, day
    ON CONFLICT (currency, day) DO UPDATE SET
      posted_count = activity_days.posted_count + excluded.posted_count,
      total_in = activity_days.total_in + excluded.total_in,
      total_out = activity_days.total_out + excluded.total_out
  )
  SELECT count(*)::int AS count FROM taken`;

const COMPACT = compacting('FOR UPDATE SKIP LOCKED');
const COMPACT_ROUTED = compacting('');

/** "actv" in ASCII. */
const LOCK_KEY = 0x61637476;

/**
 * Adds rows of `activity_deltas` to the sums of their days, and returns how many. Readers add both tables, so the sums are
 * exact before and after. Days are updated in one order, against deadlocks of two workers.
 */
export async function compactActivity(dataSource: DataSource, limit = 1_000): Promise<{ count: number }> {
  if (!shardsOf(dataSource).areDistributed) {
    const [row] = await dataSource.query<[{ count: number }]>(COMPACT, [limit]);
    return row;
  }
  return inSqlTransaction(dataSource, async (manager) => {
    await manager.query(`SELECT pg_advisory_xact_lock(${LOCK_KEY}, 0)`);
    const [row] = await manager.query<[{ count: number }]>(COMPACT_ROUTED, [limit]);
    return row;
  });
}

/** On Citus a reader has no snapshot of all nodes: until its SQL transaction ends, no rows move between the tables. */
export const lockActivityShared = (manager: EntityManager): Promise<unknown> =>
  manager.query(`SELECT pg_advisory_xact_lock_shared(${LOCK_KEY}, 0)`);

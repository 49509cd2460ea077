import type { DataSource } from 'typeorm';
import { forEachShard, shardsOf } from './account-shards.js';
import { TABLE_KINDS } from './table-kinds.js';

interface Retention {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  readonly retentionPeriod: string;
  /** A condition for rows that can be deleted then. */
  readonly onlyIf?: string;
}

type DeletedBatch = readonly [{ readonly count: number; readonly reached: Date | null }];

/** While an older snapshot is open, deleted rows stay in the index: with `from` a batch does not read them again. */
export const createExpiredRowDeleter = (retention: Retention) => {
  const { table } = retention;
  return async (dataSource: DataSource, limit = 1_000, from?: Date) => {
    if (shardsOf(dataSource).areDistributed && TABLE_KINDS[table] === 'distributed')
      return deleteFromShards(dataSource, retention, limit, from);
    const [{ count, reached }] = await dataSource.query<DeletedBatch>(
      deleteBatch(retention, from === undefined ? 'true' : `${retention.column} >= $2`),
      from === undefined ? [limit] : [limit, from],
    );
    return { count, reached: reached ?? undefined };
  };
};

const isExpired = ({ column, retentionPeriod, onlyIf = 'true' }: Retention): string =>
  `${column} <= now() - interval '${retentionPeriod}' AND ${onlyIf}`;

const deleteBatch = (retention: Retention, condition: string, inShard = 'true'): string => {
  const { table, key, column } = retention;
  return `WITH old AS MATERIALIZED (
      SELECT ${key} AS key, ${column} AS at FROM ${table} WHERE ${isExpired(retention)} AND ${condition} AND ${inShard}
      ORDER BY ${column} LIMIT $1 FOR UPDATE SKIP LOCKED
    ), deleted AS (
      DELETE FROM ${table} WHERE ${key} = ANY (ARRAY(SELECT key FROM old)) AND ${inShard} RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM deleted) AS count, (SELECT max(at) FROM old) AS reached`;
};

/** On Citus a statement locks rows of one shard only, so the accounts of the oldest rows are read first. */
async function deleteFromShards(
  dataSource: DataSource,
  retention: Retention,
  limit: number,
  from: Date | undefined,
) {
  const { table, column } = retention;
  const find = `SELECT account_id AS "accountId", ${column} AS at FROM ${table}
    WHERE ${isExpired(retention)} AND ${column} >= $2 ORDER BY ${column} LIMIT $1`;
  let [count, reached] = [0, from];
  for (;;) {
    const wanted = limit - count;
    const start = reached ?? '-infinity';
    const found = await dataSource.query<FoundRow[]>(find, [wanted, start]);
    const deleted = await deleteFound(dataSource, retention, found, start);
    count += deleted;
    reached = found.at(-1)?.at ?? reached;
    // Fewer were deleted than found if some are locked.
    if (found.length < wanted || deleted === 0 || count >= limit) return { count, reached };
  }
}

interface FoundRow {
  readonly accountId: string;
  readonly at: Date;
}

async function deleteFound(
  dataSource: DataSource,
  retention: Retention,
  found: readonly FoundRow[],
  start: Date | string,
): Promise<number> {
  const accountOf = ({ accountId }: FoundRow): string => accountId;
  const counts = await forEachShard(dataSource, found, accountOf, async (rows) => {
    const [deleted] = await dataSource.query<DeletedBatch>(
      deleteBatch(retention, `${retention.column} >= $2`, 'account_id = ANY ($3::uuid[])'),
      [rows.length, start, [...new Set(rows.map(accountOf))]],
    );
    return deleted.count;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

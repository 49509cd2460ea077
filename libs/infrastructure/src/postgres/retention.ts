import type { DataSource } from 'typeorm';

interface Retention {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  readonly retentionPeriod: string;
}

/** While an older snapshot is open, deleted rows stay in the index: with `from` a batch does not read them again. */
export const createExpiredRowDeleter =
  ({ table, key, column, retentionPeriod }: Retention) =>
  async (dataSource: DataSource, limit = 1_000, from?: Date) => {
    const [{ count, reached }] = await dataSource.query<[{ count: number; reached: Date | null }]>(
      `WITH old AS MATERIALIZED (
        SELECT ${key} AS key, ${column} AS at FROM ${table}
        WHERE ${column} <= now() - interval '${retentionPeriod}' ${from === undefined ? '' : `AND ${column} >= $2`}
        ORDER BY ${column} LIMIT $1 FOR UPDATE SKIP LOCKED
      ), deleted AS (
        DELETE FROM ${table} WHERE ${key} = ANY (ARRAY(SELECT key FROM old)) RETURNING 1
      )
      SELECT (SELECT count(*)::int FROM deleted) AS count, (SELECT max(at) FROM old) AS reached`,
      from === undefined ? [limit] : [limit, from],
    );
    return { count, reached: reached ?? undefined };
  };

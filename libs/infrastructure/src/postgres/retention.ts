import type { DataSource } from 'typeorm';

export interface DeletedBatch {
  readonly count: number;
  /** Where the next batch continues. */
  readonly reached: Date | undefined;
}

/** While an older snapshot is open, deleted rows stay in the index: `from` keeps a batch from reading past them. */
export async function deleteOldest(
  dataSource: DataSource,
  { table, key, column, kept }: Readonly<Record<'table' | 'key' | 'column' | 'kept', string>>,
  limit: number,
  from: Date | undefined,
): Promise<DeletedBatch> {
  const [batch] = await dataSource.query<[{ count: number; reached: Date | null }]>(
    `WITH old AS MATERIALIZED (
      SELECT ${key} AS key, ${column} AS at FROM ${table}
      WHERE ${column} <= now() - interval '${kept}' ${from === undefined ? '' : `AND ${column} >= $2`}
      ORDER BY ${column} LIMIT $1 FOR UPDATE SKIP LOCKED
    ), deleted AS (
      DELETE FROM ${table} WHERE ${key} = ANY (ARRAY(SELECT key FROM old)) RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM deleted) AS count, (SELECT max(at) FROM old) AS reached`,
    from === undefined ? [limit] : [limit, from],
  );
  return { count: batch.count, reached: batch.reached ?? undefined };
}

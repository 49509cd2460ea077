import type { DataSource } from 'typeorm';

export interface Retention {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  readonly kept: string;
}

export interface DeletedBatch {
  readonly count: number;
  /** The time of the last row that was deleted; the next batch continues from it. */
  readonly reached: Date | undefined;
}

/**
 * Deletes a bounded number of the oldest rows and skips locked ones. While an older snapshot is open, such as a backup's,
 * deleted rows stay in the index: `from` keeps each batch from reading past those of the batches before it.
 */
export async function deleteOldest(
  dataSource: DataSource,
  { table, key, column, kept }: Retention,
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

import type { DataSource } from 'typeorm';

/** Rows that are deleted once a time of theirs is long enough ago. */
export interface Perishable {
  readonly table: string;
  /** What names a row in one value. */
  readonly key: string;
  /** The time that counts; it has an index. */
  readonly column: string;
  /** As an interval of PostgreSQL's. */
  readonly kept: string;
}

/** One piece of a long deletion. */
export interface Piece {
  readonly count: number;
  /** The time of the last row that was deleted. */
  readonly reached: Date | undefined;
}

/**
 * Deletes the oldest rows, a bounded number, and passes by those that somebody holds. Whoever goes on says how far it got:
 * as long as anybody looks at an older state of the database, a backup for instance, deleted rows stay in the index, and
 * every piece would read past all of them again.
 */
export async function deleteOldest(
  dataSource: DataSource,
  perishable: Perishable,
  limit: number,
  from: Date | undefined,
): Promise<Piece> {
  const values = from === undefined ? [limit] : [limit, from];
  const [piece] = await dataSource.query<[{ count: number; reached: Date | null }]>(
    statementFor(perishable, from !== undefined),
    values,
  );
  return { count: piece.count, reached: piece.reached ?? undefined };
}

const statementFor = ({ table, key, column, kept }: Perishable, goesOn: boolean): string => `
  WITH old AS MATERIALIZED (
    SELECT ${key} AS key, ${column} AS at FROM ${table}
    WHERE ${column} <= now() - interval '${kept}' ${goesOn ? `AND ${column} >= $2` : ''}
    ORDER BY ${column} LIMIT $1 FOR UPDATE SKIP LOCKED
  ), deleted AS (
    DELETE FROM ${table} WHERE ${key} = ANY (ARRAY(SELECT key FROM old)) RETURNING 1
  )
  SELECT (SELECT count(*)::int FROM deleted) AS count, (SELECT max(at) FROM old) AS reached`;

import type { DataSource } from 'typeorm';
import { poolOf } from './database-pool.js';

export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

export interface PreparedQuery extends NamedStatement {
  readonly values: readonly unknown[];
  readonly translateError?: (error: unknown) => unknown;
}

/** Fails in the database unless the expected number of rows changes, so that COMMIT can be sent without waiting. */
export const withRowCountCheck = (text: string, parameter: number): string =>
  `WITH changed AS (${text} RETURNING 1) SELECT 1 / (count(*) = $${parameter})::int AS as_many FROM changed`;

/** division_by_zero, the error of `withRowCountCheck`. */
export const ROW_COUNT_MISMATCH = '22012';

export async function readNamed<Row>(
  dataSource: DataSource,
  statement: NamedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await poolOf(dataSource).query({ ...statement, values: [...values] });
  // V8 can promote results that pg no longer uses to the old generation, with all that they refer to. In a loop of queries,
  // that was every row. Without its rows, a result is small, and the rows die in the young generation.
  return rows.splice(0) as Row[];
}

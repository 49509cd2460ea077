import type { DataSource } from 'typeorm';
import { poolOf } from './database-pool.js';

/** A statement that the server parses and plans once for each connection, and then knows by its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A statement with its values: all of it that can fail on this side is done. */
export interface Prepared extends Statement {
  readonly values: readonly unknown[];
  /** What its failure means, where that is more than the server's words. */
  readonly meaning?: (error: unknown) => unknown;
}

/**
 * A change that fails unless it changes as many rows as its last parameter says. The server sees to that itself, so
 * that nobody has to wait for the count before the COMMIT is sent.
 */
export const counted = (text: string, parameter: number): string =>
  `WITH changed AS (${text} RETURNING 1) SELECT 1 / (count(*) = $${parameter})::int AS as_many FROM changed`;

/** What the server calls a count that is wrong. */
export const WRONG_COUNT = '22012';

/** Reads outside any SQL transaction. TypeORM has no named statements, which the server plans once per connection. */
export async function readNamed<Row>(
  dataSource: DataSource,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await poolOf(dataSource).query({ ...statement, values: [...values] });
  return rows as Row[];
}

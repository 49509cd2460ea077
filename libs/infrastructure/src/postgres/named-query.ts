import type { Writable } from 'node:stream';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

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

/** A connection whose packets can be held back. pg's types do not tell of it. */
export interface Corked {
  readonly connection: { readonly stream: Pick<Writable, 'cork' | 'uncork'> };
}

/** Sends statements together, in as few packets as they fit. What `send` submits before it first waits is together. */
export function together<Sent>({ connection: { stream } }: Corked, send: () => Sent): Sent {
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

/** Reads outside any SQL transaction, for questions that come by the thousand: TypeORM cannot name a statement. */
export async function readNamed<Row>(
  dataSource: DataSource,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const { master } = dataSource.driver as unknown as { readonly master: Pool };
  const { rows } = await master.query({ ...statement, values: [...values] });
  return rows as Row[];
}

import type { Writable } from 'node:stream';
import type { QueryResult } from 'pg';
import type { EntityManager } from 'typeorm';
import type { Statement } from '../postgres/named-query.js';

/** One connection, inside a SQL transaction. */
export interface SqlClient {
  readonly connection: { readonly stream: Pick<Writable, 'cork' | 'uncork'> };
  query(query: Statement & { values: readonly unknown[] }): Promise<QueryResult>;
}

export const run = async <Row>(
  sql: SqlClient,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> => (await sql.query({ ...statement, values })).rows as Row[];

/** As `run`, for a change of rows that are known to be there. */
export async function change(
  sql: SqlClient,
  statement: Statement,
  count: number,
  values: readonly unknown[],
) {
  const { rowCount } = await sql.query({ ...statement, values });
  if (rowCount !== count) throw new Error(`${statement.name} changed ${rowCount ?? 0} rows of ${count}.`);
}

/** Sends statements together, in as few packets as they fit. What `send` submits before it first waits is together. */
export function together<Result>(sql: SqlClient, send: () => Promise<Result>): Promise<Result> {
  const { stream } = sql.connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

/** The connection that the manager's SQL transaction runs on: named statements are beyond what TypeORM hands on. */
export async function sqlClientOf(manager: EntityManager): Promise<SqlClient> {
  if (manager.queryRunner?.isTransactionActive !== true)
    throw new Error('The ledger writes inside a SQL transaction.');
  return (await manager.queryRunner.connect()) as SqlClient;
}

import type { QueryResult } from 'pg';
import type { EntityManager } from 'typeorm';
import type { PreparedQuery, NamedStatement } from '../postgres/named-query.js';

export interface SqlClient {
  query(query: PreparedQuery): Promise<QueryResult>;
}

export const run = async <Row>(
  sql: SqlClient,
  statement: NamedStatement,
  values: readonly unknown[],
): Promise<Row[]> => (await sql.query({ ...statement, values })).rows as Row[];

/** Pipelines all changes: after one that fails, the server rejects the rest. */
export const runAll = (sql: SqlClient, changes: readonly PreparedQuery[]): Promise<unknown> =>
  pipeline(changes.map((change) => sql.query(change)));

/** Resolves with all results, or rejects with the first failure in the order of sending. */
export async function pipeline<Results extends readonly unknown[]>(results: {
  [Index in keyof Results]: Promise<Results[Index]>;
}): Promise<Results> {
  await Promise.allSettled(results);
  return Promise.all(results) as Promise<unknown> as Promise<Results>;
}

/** TypeORM has no named statements, so they are sent through pg. */
export async function sqlClientOf(manager: EntityManager): Promise<SqlClient> {
  if (manager.queryRunner?.isTransactionActive !== true)
    throw new Error('The ledger must write inside a SQL transaction.');
  return (await manager.queryRunner.connect()) as SqlClient;
}

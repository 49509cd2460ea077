import type { QueryResult } from 'pg';
import type { EntityManager } from 'typeorm';
import { type Corked, type Prepared, type Statement, together } from '../postgres/named-query.js';

/** One connection, inside a SQL transaction. */
export interface SqlClient extends Corked {
  query(query: Prepared): Promise<QueryResult>;
}

export const run = async <Row>(
  sql: SqlClient,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> => (await sql.query({ ...statement, values })).rows as Row[];

/** Sends changes one behind the other without waiting: after the first that fails the server refuses the rest. */
export const runAll = (sql: SqlClient, changes: readonly Prepared[]): Promise<unknown> =>
  together(sql, () => Promise.all(changes.map((change) => sql.query(change))));

/** Of several failures the first one sent is the reason, and the others are its consequences. */
export async function allInOrder<Answers extends readonly unknown[]>(answers: {
  [Index in keyof Answers]: Promise<Answers[Index]>;
}): Promise<Answers> {
  await Promise.allSettled(answers);
  return Promise.all(answers) as Promise<unknown> as Promise<Answers>;
}

/** The connection that the manager's SQL transaction runs on: named statements are beyond what TypeORM hands on. */
export async function sqlClientOf(manager: EntityManager): Promise<SqlClient> {
  if (manager.queryRunner?.isTransactionActive !== true)
    throw new Error('The ledger writes inside a SQL transaction.');
  return (await manager.queryRunner.connect()) as SqlClient;
}

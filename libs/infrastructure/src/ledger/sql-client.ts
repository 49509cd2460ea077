import { type AccountId, uuidFromId } from '@florin/kernel';
import type { QueryResult } from 'pg';
import type { EntityManager } from 'typeorm';
import { type AccountShards, shardsOf } from '../postgres/account-shards.js';
import type { PreparedQuery, NamedStatement } from '../postgres/named-query.js';

export interface SqlClient {
  query(query: PreparedQuery): Promise<QueryResult>;
  readonly shards: AccountShards;
}

export const run = async <Row>(
  sql: SqlClient,
  statement: NamedStatement,
  values: readonly unknown[],
): Promise<Row[]> => (await sql.query({ ...statement, values })).rows as Row[];

/** One statement for each shard, in the order of shards: Citus cannot lock rows of several shards with one. */
export const runForAccounts = async <Row>(
  sql: SqlClient,
  statement: NamedStatement,
  accountIds: readonly AccountId[],
  ...values: readonly unknown[]
): Promise<Row[]> => {
  const groups = sql.shards.groupsOf(accountIds, uuidFromId);
  const results = groups.map((group) =>
    run<Row>(sql, statement, [group.map((id) => uuidFromId(id)), ...values]),
  );
  return (await pipeline(results)).flat();
};

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
  const client = (await manager.queryRunner.connect()) as Pick<SqlClient, 'query'>;
  return { query: (query) => client.query(query), shards: shardsOf(manager.dataSource) };
}

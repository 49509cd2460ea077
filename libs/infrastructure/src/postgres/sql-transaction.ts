import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import type { DataSource, EntityManager, EntitySubscriberInterface } from 'typeorm';
import { shardsOf, wasShardSplit } from './account-shards.js';
import { commit, discard, rollBack } from './commit.js';
import {
  findCommitOutcome,
  SQL_TRANSACTION_IDENTITY,
  type WrittenRowsCheck,
  type SqlTransactionIdentity,
} from './commit-outcome.js';
import { connectionOptionsOf, poolOf } from './database-pool.js';
import { driverErrorIn, isReadOnlyServerError, sqlStateOf } from './driver-error.js';
import { type ConstraintRefusals, OutcomeUnknown, translateDatabaseError, Unavailable } from './errors.js';
import type { PreparedQuery } from './named-query.js';

export class RetrySqlTransaction extends Error {
  override readonly name = 'RetrySqlTransaction';
}

const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 10;
const RETRIED_SQL_STATES = new Set(['40001', '40P01']);

/** For statements whose results are not needed: sending them with the COMMIT saves a round trip. */
export type BeforeCommit = (last: readonly PreparedQuery[]) => void;

type Work<Result> = (manager: EntityManager, beforeCommit: BeforeCommit) => Promise<Result>;

const transactionScope = new AsyncLocalStorage<{ isOpen: boolean }>();

/** A SQL transaction inside another would be a savepoint, or a second connection. */
export const NO_NESTING: EntitySubscriberInterface = {
  beforeTransactionStart() {
    if (transactionScope.getStore()?.isOpen === true)
      throw new Error('Only inSqlTransaction opens SQL transactions');
  },
};

// Requests and jobs write here, except for single statements. Rejects if the SQL transaction was not committed; after
// `OutcomeUnknown` it may have been. Work is retried after a deadlock or a serialization failure, so it must have no effects
// outside of the manager.
export async function inSqlTransaction<Result>(
  dataSource: DataSource,
  work: Work<Result>,
  refusals: ConstraintRefusals = {},
  hasWrittenRows?: WrittenRowsCheck,
): Promise<Result> {
  if (transactionScope.getStore()?.isOpen === true)
    throw new Error('A SQL transaction is already open; pass its stores on instead of opening another');
  for (let attempt = 1; ; attempt++) {
    const { version } = shardsOf(dataSource);
    try {
      return await attemptOnce(dataSource, work, hasWrittenRows);
    } catch (error) {
      if (!isRetryable(error) && !(await wasShardSplit(dataSource, error, version)))
        throw translateDatabaseError(error, refusals);
      if (attempt === MAX_ATTEMPTS)
        throw new Unavailable(undefined, undefined, { cause: translateDatabaseError(error) });
      // Random, so that SQL transactions that conflicted do not conflict again.
      await delay(randomInt(FIRST_PAUSE_MS * 2 ** attempt));
    }
  }
}

async function attemptOnce<Result>(
  dataSource: DataSource,
  work: Work<Result>,
  hasWrittenRows: WrittenRowsCheck | undefined,
): Promise<Result> {
  const queryRunner = dataSource.createQueryRunner();
  const client = (await queryRunner.connect()) as Client;
  try {
    await queryRunner.startTransaction();
    // Pipelined with the first statement of the work.
    const identityRead = readSqlTransactionIdentity(client);
    let last: readonly PreparedQuery[] = [];
    const beforeCommit = (statements: readonly PreparedQuery[]): void => {
      last = statements;
    };
    const result = await unlessFailed(
      identityRead,
      withoutNesting(() => work(queryRunner.manager, beforeCommit)),
    );
    // TypeORM releases a runner whose connection broke. No COMMIT was sent.
    if (queryRunner.isReleased) throw new Error('Connection terminated before COMMIT');
    if (!(await commit(client, last)))
      await resolveLostCommit(dataSource, await identityRead, hasWrittenRows);
    return result;
  } catch (error) {
    if (!queryRunner.isReleased) await rollBack(client);
    discardIfReadOnly(dataSource, client, error);
    throw error;
  } finally {
    await queryRunner.release();
  }
}

async function readSqlTransactionIdentity(client: Client): Promise<SqlTransactionIdentity> {
  const { rows } = await client.query<SqlTransactionIdentity>(`SELECT ${SQL_TRANSACTION_IDENTITY}`);
  const [identity] = rows;
  if (identity === undefined)
    throw new Error('The server did not return the identity of the SQL transaction');
  return identity;
}

async function unlessFailed<Result>(first: Promise<unknown>, second: Promise<Result>): Promise<Result> {
  const [begin, result] = await Promise.allSettled([first, second]);
  if (begin.status === 'rejected') throw begin.reason;
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** After a failover idle connections may lead to the old primary as well. */
function discardIfReadOnly(dataSource: DataSource, client: Client, error: unknown): void {
  const reason = driverErrorIn(error);
  if (reason === undefined || !isReadOnlyServerError(reason)) return;
  discard(client);
  void poolOf(dataSource).dropIdle();
}

/** Until the work has ended, neither it nor anything it calls may open another SQL transaction. */
async function withoutNesting<Result>(work: () => Promise<Result>): Promise<Result> {
  const scope = { isOpen: true };
  try {
    return await transactionScope.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

async function resolveLostCommit(
  dataSource: DataSource,
  identity: SqlTransactionIdentity,
  hasWrittenRows: WrittenRowsCheck | undefined,
): Promise<void> {
  const { areDistributed } = shardsOf(dataSource);
  const options = connectionOptionsOf(dataSource);
  const outcome = await findCommitOutcome(options, identity, hasWrittenRows, areDistributed);
  if (outcome === 'aborted') throw new Unavailable();
  if (outcome === 'unknown') throw new OutcomeUnknown();
}

const isRetryable = (error: unknown): boolean =>
  error instanceof RetrySqlTransaction || RETRIED_SQL_STATES.has(sqlStateOf(error) ?? '');

import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { findCommitOutcome, type Trace, type TransactionMark } from './commit-outcome.js';
import { watchOf } from './data-source.js';
import { sqlStateOf } from './driver-error.js';
import { type ConstraintRefusals, OutcomeUnknown, translateDatabaseError, Unavailable } from './errors.js';
import type { Prepared } from './named-query.js';
import { TransactionConnection } from './transaction-connection.js';

/** Thrown by work that found the world changed under it and wants to be run again from the start. */
export class RunAgain extends Error {
  override readonly name = 'RunAgain';
}

const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 10;
const RETRIED_SQL_STATES = new Set(['40001', '40P01']);

/**
 * Takes the last statements of a work, of which it needs no answer. They are sent together with the COMMIT, which saves
 * the time of a journey: should one of them fail, the server makes a ROLLBACK of it.
 */
export type BeforeCommit = (last: readonly Prepared[]) => void;

type Work<Result> = (manager: EntityManager, beforeCommit: BeforeCommit) => Promise<Result>;

const around = new AsyncLocalStorage<{ isOpen: boolean }>();

/**
 * The only place where a SQL transaction that writes begins and ends. Answers after the commit, or throws when nothing was saved;
 * `OutcomeUnknown` alone says that it may have been. The work is run again after a deadlock or a serialization failure,
 * so its effects must stay inside the manager.
 */
export async function inSqlTransaction<Result>(
  dataSource: DataSource,
  work: Work<Result>,
  refusals: ConstraintRefusals = {},
  /** Finds what the last run of the work wrote, should the server's own word on the commit be lost. */
  trace?: Trace,
): Promise<Result> {
  if (around.getStore()?.isOpen === true) {
    throw new Error('A SQL transaction is open here already; hand its stores on instead of opening another');
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce(dataSource, work, trace);
    } catch (error) {
      if (!isWorthAnotherTry(error)) throw translateDatabaseError(error, refusals);
      if (attempt === MAX_ATTEMPTS)
        throw new Unavailable(undefined, undefined, { cause: translateDatabaseError(error) });
      // Those who collided must not meet again, so each waits for a time of its own.
      await delay(randomInt(FIRST_PAUSE_MS * 2 ** attempt));
    }
  }
}

async function attemptOnce<Result>(
  dataSource: DataSource,
  work: Work<Result>,
  trace: Trace | undefined,
): Promise<Result> {
  const queryRunner = dataSource.createQueryRunner();
  const connection = new TransactionConnection((await queryRunner.connect()) as Client);
  try {
    const beginning = connection.begin();
    refuseNesting(queryRunner);
    let last: readonly Prepared[] = [];
    const beforeCommit = (statements: readonly Prepared[]): void => {
      last = statements;
    };
    const result = await connection.during(beginning, () =>
      alone(() => work(queryRunner.manager, beforeCommit)),
    );
    if (!(await connection.commit(last))) await settleLostCommit(dataSource, await beginning, trace);
    return result;
  } catch (error) {
    await connection.rollBack();
    throw error;
  } finally {
    connection.letGo();
    await queryRunner.release();
  }
}

/** Runs work that may open no other SQL transaction, nor may anything that it calls, until it is over. */
async function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  const scope = { isOpen: true };
  try {
    return await around.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

async function settleLostCommit(
  dataSource: DataSource,
  mark: TransactionMark,
  trace: Trace | undefined,
): Promise<void> {
  const { isAway, servers } = watchOf(dataSource);
  const outcome = isAway ? 'unknown' : await findCommitOutcome(servers, mark, trace);
  if (outcome === 'aborted') throw new Unavailable();
  if (outcome === 'unknown') throw new OutcomeUnknown();
}

/** With the flag set, TypeORM's own `save` joins in; without a way to start another, nothing becomes a savepoint. */
function refuseNesting(queryRunner: QueryRunner): void {
  Object.assign(queryRunner, {
    isTransactionActive: true,
    startTransaction: () => Promise.reject(new Error('The unit of work alone opens SQL transactions')),
  });
}

const isWorthAnotherTry = (error: unknown): boolean =>
  error instanceof RunAgain || RETRIED_SQL_STATES.has(sqlStateOf(error) ?? '');

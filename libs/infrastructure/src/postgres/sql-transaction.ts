import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client, QueryResult } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { findCommitOutcome, MARK, type Trace, type TransactionMark } from './commit-outcome.js';
import { watchOf } from './data-source.js';
import { connectionIsToBlame, driverErrorIn, sqlStateOf } from './driver-error.js';
import { type ConstraintRefusals, OutcomeUnknown, translateDatabaseError, Unavailable } from './errors.js';

/** Thrown by work that found the world changed under it and wants to be run again from the start. */
export class RunAgain extends Error {
  override readonly name = 'RunAgain';
}

const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 10;
const RETRIED_SQL_STATES = new Set(['40001', '40P01']);

const around = new AsyncLocalStorage<{ isOpen: boolean }>();

/**
 * The only place where a SQL transaction begins and ends. Answers after the commit, or throws when nothing was saved;
 * `OutcomeUnknown` alone says that it may have been. The work is run again after a deadlock or a serialization failure,
 * so its effects must stay inside the manager.
 */
export async function inSqlTransaction<Result>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<Result>,
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
  work: (manager: EntityManager) => Promise<Result>,
  trace: Trace | undefined,
): Promise<Result> {
  const queryRunner = dataSource.createQueryRunner();
  const connection = new Connection((await queryRunner.connect()) as Client);
  try {
    const beginning = connection.begin();
    refuseNesting(queryRunner);
    const result = await connection.during(beginning, () => work(queryRunner.manager));
    if (!(await connection.commit())) await settleLostCommit(dataSource, await beginning, trace);
    return result;
  } catch (error) {
    await connection.rollBack();
    throw error;
  } finally {
    connection.letGo();
    await queryRunner.release();
  }
}

/** One checked-out connection during one SQL transaction. Speaks to pg directly: TypeORM hides the command tags. */
class Connection {
  #lost: Error | undefined;
  #isInTransaction = false;
  readonly #onError = (error: Error): void => {
    this.#lost = error;
  };

  constructor(private readonly client: Client) {
    client.on('error', this.#onError);
  }

  /**
   * One round trip for both, which nobody waits for: the work's first statement is sent right behind. The number is
   * what finds the truth again should the commit's answer be lost.
   */
  async begin(): Promise<TransactionMark> {
    this.#isInTransaction = true;
    const answers = await this.client.query(BEGIN_AND_MARK);
    const [, marked] = answers as unknown as [QueryResult, QueryResult<TransactionMark>];
    const [mark] = marked.rows;
    if (mark === undefined) throw new Error('The server did not number its SQL transaction');
    return mark;
  }

  /** TypeORM drops a runner whose connection broke, and then complains of the runner. The break is the news. */
  async during<Result>(beginning: Promise<unknown>, work: () => Promise<Result>): Promise<Result> {
    const scope = { isOpen: true };
    // Looked at below; until then its failure must not count as one that nobody cares for.
    beginning.catch(() => undefined);
    try {
      const result = await around.run(scope, work);
      await beginning;
      if (this.#lost !== undefined) throw this.#lost;
      return result;
    } catch (error) {
      if (this.#lost !== undefined) throw this.#lost;
      // What could not begin made everything after it fail, so that is the reason to tell.
      await beginning;
      throw error;
    } finally {
      scope.isOpen = false;
    }
  }

  /** True when it is saved, false when the answer was lost. The server turns the COMMIT of a failed SQL transaction
   *  into a ROLLBACK and calls that a success; only the tag tells. And it only warns, before it calls it a success, that
   *  somebody made it stop waiting for its standbys. */
  async commit(): Promise<boolean> {
    let isWarned = false;
    const onNotice = (): void => {
      isWarned = true;
    };
    this.client.on('notice', onNotice);
    try {
      const { command } = await this.client.query('COMMIT');
      this.#isInTransaction = false;
      if (command !== 'COMMIT')
        throw new Error('The work swallowed the failure of a statement, so nothing was saved');
      return !isWarned;
    } catch (error) {
      const cause = driverErrorIn(error);
      if (cause === undefined || !connectionIsToBlame(cause)) throw error;
      this.#isInTransaction = false;
      return false;
    } finally {
      this.client.off('notice', onNotice);
    }
  }

  async rollBack(): Promise<void> {
    if (!this.#isInTransaction || this.#lost !== undefined) return;
    try {
      await this.client.query('ROLLBACK');
    } catch {
      // A connection that cannot even roll back must not go into the pool again; the server rolls back when it closes.
      this.client.end().catch(() => undefined);
    }
  }

  letGo(): void {
    this.client.removeListener('error', this.#onError);
  }
}

const BEGIN_AND_MARK = `BEGIN; SELECT ${MARK}`;

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

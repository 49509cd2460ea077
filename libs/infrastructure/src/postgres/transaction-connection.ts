import type { Client, QueryResult } from 'pg';
import { MARK, type TransactionMark } from './commit-outcome.js';
import { connectionIsToBlame, driverErrorIn } from './driver-error.js';
import { type Corked, type Prepared, together } from './named-query.js';

/** One checked-out connection during one SQL transaction. Speaks to pg directly: TypeORM hides the command tags. */
export class TransactionConnection {
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
    // Looked at below; until then its failure must not count as one that nobody cares for.
    beginning.catch(() => undefined);
    try {
      const result = await work();
      await beginning;
      if (this.#lost !== undefined) throw this.#lost;
      return result;
    } catch (error) {
      if (this.#lost !== undefined) throw this.#lost;
      // What could not begin made everything after it fail, so that is the reason to tell.
      await beginning;
      throw error;
    }
  }

  /**
   * Sends the last statements and the COMMIT. True when all is saved, false when the answer was lost. The server turns
   * the COMMIT of a failed SQL transaction into a ROLLBACK and calls that a success; only the tag tells. And it only
   * warns, before it calls it a success, that somebody made it stop waiting for its standbys.
   */
  async commit(last: readonly Prepared[]): Promise<boolean> {
    let isWarned = false;
    const onNotice = (): void => {
      isWarned = true;
    };
    this.client.on('notice', onNotice);
    try {
      const ending = await this.#finish(last);
      if (ending === undefined) return false;
      if (ending.failures.length > 0) throw ending.failures[0];
      if (ending.command !== 'COMMIT')
        throw new Error('The work swallowed the failure of a statement, so nothing was saved');
      return !isWarned;
    } finally {
      this.client.off('notice', onNotice);
    }
  }

  /**
   * All that is left, in one go; undefined when the answer was lost. Of the failures the first is the reason, and the
   * others are its consequences.
   */
  async #finish(
    last: readonly Prepared[],
  ): Promise<{ readonly failures: readonly unknown[]; readonly command: string } | undefined> {
    const failures: unknown[] = [];
    const { answers, committed } = together(this.client as unknown as Corked, () => ({
      answers: last.map(({ name, text, values, meaning = asItIs }) =>
        this.client.query({ name, text, values: [...values] }).catch((error: unknown) => {
          failures.push(meaning(error));
        }),
      ),
      committed: this.client.query('COMMIT'),
    }));
    try {
      const { command } = await committed;
      this.#isInTransaction = false;
      await Promise.all(answers);
      return { failures, command };
    } catch (error) {
      if (isServersWord(error)) throw error;
      this.#isInTransaction = false;
      this.#discard();
      return undefined;
    }
  }

  async rollBack(): Promise<void> {
    if (!this.#isInTransaction || this.#lost !== undefined) return;
    try {
      await this.client.query('ROLLBACK');
    } catch {
      this.#discard();
    }
  }

  /** What cannot even roll back, or be understood, must not go into the pool again; the server rolls back when it closes. */
  #discard(): void {
    this.client.end().catch(() => undefined);
  }

  letGo(): void {
    this.client.removeListener('error', this.#onError);
  }
}

/**
 * Whether the server itself says that it did not commit. Of anything else, known or not, nobody can tell whether it did:
 * what is taken for a failure is done again, and would be done twice. A session may end with any code after it committed;
 * and a server that speaks another language than English is not believed either, but asked.
 */
function isServersWord(error: unknown): boolean {
  const cause = driverErrorIn(error);
  return cause?.severity === 'ERROR' && cause.sqlState !== undefined && !connectionIsToBlame(cause);
}

const asItIs = (error: unknown): unknown => error;

const BEGIN_AND_MARK = `BEGIN; SELECT ${MARK}`;

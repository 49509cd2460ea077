import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import { translateDatabaseError } from '../postgres/errors.js';

export interface Snapshot {
  query<Rows>(sql: string, values?: readonly unknown[]): Promise<Rows>;
}

export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('Interrupted.');
  }
}

/** A read-only REPEATABLE READ transaction. An abort cancels the running statement and rejects with `Interrupted`. */
export async function inSnapshot<Result>(
  dataSource: DataSource,
  work: (snapshot: Snapshot) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const isAborted = (): boolean => signal?.aborted === true;
  if (isAborted()) throw new Interrupted();
  const runner = dataSource.createQueryRunner();
  const client = (await runner.connect()) as ClientBase;
  let cancel = (): void => undefined;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    // Another connection cancels the statement: PostgreSQL does not notice the abort by itself. Citus has a function of the
    // same name for a bigint.
    cancel = () => {
      dataSource.query('SELECT pg_cancel_backend($1::int)', [rows[0]?.pid]).catch(() => undefined);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    const result = await work(snapshotOn(client, isAborted));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw isAborted() ? new Interrupted() : translateDatabaseError(error);
  } finally {
    signal?.removeEventListener('abort', cancel);
    await runner.release();
  }
}

const snapshotOn = (client: ClientBase, isAborted: () => boolean): Snapshot => ({
  async query<Rows>(sql: string, values: readonly unknown[] = []): Promise<Rows> {
    if (isAborted()) throw new Interrupted();
    const { rows } = await client.query(sql, [...values]);
    return rows as Rows;
  },
});

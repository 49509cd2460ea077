import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import { translateDatabaseError } from '../postgres/errors.js';

/** The database as it was at one moment, for as long as somebody looks at it. */
export interface Snapshot {
  query<Rows>(sql: string, values?: readonly unknown[]): Promise<Rows>;
}

/** Thrown when whoever asked does not want the answer any more. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('Interrupted.');
  }
}

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Reads in one snapshot: however long the work takes and whatever is written meanwhile, all its statements see the
 * same moment, and none of them can write. An abort cancels the statement that runs, on the server too.
 */
export async function inSnapshot<Result>(
  dataSource: DataSource,
  work: (snapshot: Snapshot) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const stopped = (): boolean => signal?.aborted === true;
  if (stopped()) throw new Interrupted();
  const runner = dataSource.createQueryRunner();
  const client = (await runner.connect()) as ClientBase;
  let cancel = (): void => undefined;
  try {
    await client.query(BEGIN);
    cancel = await cancelling(dataSource, client);
    signal?.addEventListener('abort', cancel, { once: true });
    const result = await work(snapshotOn(client, stopped));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw stopped() ? new Interrupted() : translateDatabaseError(error);
  } finally {
    signal?.removeEventListener('abort', cancel);
    await runner.release();
  }
}

const snapshotOn = (client: ClientBase, stopped: () => boolean): Snapshot => ({
  async query<Rows>(sql: string, values: readonly unknown[] = []): Promise<Rows> {
    if (stopped()) throw new Interrupted();
    const { rows } = await client.query(sql, [...values]);
    return rows as Rows;
  },
});

/** A server does not notice that nobody listens any more, so it is told, over another connection of the pool. */
async function cancelling(dataSource: DataSource, client: ClientBase): Promise<() => void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return () => {
    dataSource.query('SELECT pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => undefined);
  };
}

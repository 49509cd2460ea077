import { Client } from 'pg';
import { type ConnectionOptions, withSessionOptions } from './connection-options.js';
import { DatabaseUnreachable } from './data-source.js';
import { sqlStateOf } from './driver-error.js';

export const ADVISORY_LOCK = 0x666c6f72696en;

const LOCK_NOT_AVAILABLE = '55P03';

/** The advisory lock has its own connection, so that the server releases it when this process dies. */
export async function withMigrationLock<Result>(
  { url, ssl }: ConnectionOptions,
  /** The signal ends the wait for the lock, but not the work that runs under it. */
  { withinMs, signal }: { readonly withinMs: number; readonly signal: AbortSignal | undefined },
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    // The connection is idle while the work runs.
    connectionString: withSessionOptions(url, {}, { statement_timeout: 0, idle_session_timeout: 0 }),
    ssl,
    application_name: 'florin migrate lock',
    connectionTimeoutMillis: 5_000,
    lock_timeout: withinMs,
    keepAlive: true,
  });
  let lost: Error | undefined;
  client.on('error', (error) => (lost = error));
  await client.connect();
  const giveUp = (): void => void client.end();
  signal?.addEventListener('abort', giveUp);
  try {
    signal?.throwIfAborted();
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]).catch((error: unknown) => {
      if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      throw new DatabaseUnreachable(
        `Another instance has been migrating this database for more than ${withinMs / 1_000} s. Start again when it has finished`,
      );
    });
    signal?.removeEventListener('abort', giveUp);
    const result = await work();
    if (lost !== undefined) throw lost;
    return result;
  } finally {
    signal?.removeEventListener('abort', giveUp);
    await client.end();
  }
}

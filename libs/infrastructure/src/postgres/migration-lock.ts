import { Client } from 'pg';
import type { ConnectionOptions } from './connection-options.js';
import { DatabaseUnreachable } from './data-source.js';
import { sqlStateOf } from './driver-error.js';
import { withSessionOptions } from './session-options.js';

/** Any number will do, as long as nobody else in this database uses it: these are the letters "florin". */
export const ADVISORY_LOCK = 0x666c6f72696en;

const LOCK_NOT_AVAILABLE = '55P03';

export interface LockPatience {
  readonly withinMs: number;
  /** Ends the waiting for the lock, but not the work under it. */
  readonly signal: AbortSignal | undefined;
}

/** The lock belongs to a connection of its own: when this process dies, the server lets go of it. */
export async function holdingTheLock<Result>(
  { url, ssl }: ConnectionOptions,
  { withinMs, signal }: LockPatience,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    // However long the work takes, this connection has nothing to do but to be there.
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
    // Whoever was told to end while the connection was made has not heard of it here.
    signal?.throwIfAborted();
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]).catch((error: unknown) => {
      if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      throw new DatabaseUnreachable(
        `Another instance has been migrating this database for more than ${withinMs / 1_000} s`,
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

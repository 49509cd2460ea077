import type { Pool } from 'pg';
import { readConnectionOptions, withSessionOptions } from '../postgres/connection-options.js';
import { DatabasePool } from '../postgres/database-pool.js';

/** The connections of pg-boss, for its `db` option: its own pool has no timeouts. */
export function createBossPool(databaseUrl: string, onLost: (error: Error) => void): Pool {
  const { url, ssl } = readConnectionOptions(databaseUrl);
  const pool = new DatabasePool({
    connectionString: withSessionOptions(url, {}),
    ssl,
    application_name: 'florin jobs',
    // Most jobs query briefly and can wait for each other.
    max: 4,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 10_000,
    lock_timeout: 4_000,
    idle_in_transaction_session_timeout: 10_000,
    query_timeout: 12_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  });
  // Without a listener the loss of an idle connection would end the process.
  return pool.on('error', onLost);
}

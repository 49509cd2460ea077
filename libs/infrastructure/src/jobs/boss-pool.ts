import { readConnectionOptions, withSessionOptions } from '../postgres/connection-options.js';
import { DatabasePool } from '../postgres/database-pool.js';

/** The connections of pg-boss, through its `db` option: its own pool has no timeouts. */
export class BossPool {
  private readonly pool: DatabasePool;

  constructor(databaseUrl: string, onLost: (error: Error) => void) {
    const { url, ssl } = readConnectionOptions(databaseUrl);
    this.pool = new DatabasePool({
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
    this.pool.on('error', onLost);
  }

  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    return this.pool.query(text, values);
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

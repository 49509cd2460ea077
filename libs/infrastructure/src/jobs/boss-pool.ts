import pg from 'pg';

/** What pg-boss needs of a database, on a pool that never waits for ever. pg-boss's own pool has no such limits. */
export class BossPool {
  private readonly pool: pg.Pool;

  constructor(url: string, onLost: (error: Error) => void) {
    this.pool = new pg.Pool({
      connectionString: url,
      application_name: 'florin jobs',
      // One for each job that asks at the same moment would be a waste: most ask briefly and can wait for each other.
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

  async executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    return this.pool.query(text, values);
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

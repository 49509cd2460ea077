import pg from 'pg';
import { ServerChoice } from '../postgres/servers/server-choice.js';
import { ServerWatch } from '../postgres/servers/server-watch.js';
import { withSessionOptions } from '../postgres/servers/session-options.js';
import { WatchedClient, type WatchedClientConfig } from '../postgres/servers/watched-client.js';

const LONGEST_QUERY_MS = 12_000;

/** What pg-boss needs of a database, on a pool that never waits for ever. pg-boss's own pool has no such limits. */
export class BossPool {
  private readonly pool: pg.Pool;

  constructor(url: string, onLost: (error: Error) => void) {
    const servers = new ServerChoice(url);
    const config: Omit<pg.PoolConfig, 'Client'> & WatchedClientConfig = {
      serverWatch: new ServerWatch(servers, LONGEST_QUERY_MS),
      statementLog: () => undefined,
      connectionString: withSessionOptions(servers.addresses.servers[0].url, {}),
      ssl: servers.addresses.servers[0].ssl,
      application_name: 'florin jobs',
      // One for each job that asks at the same moment would be a waste: most ask briefly and can wait for each other.
      max: 4,
      connectionTimeoutMillis: 3_000,
      statement_timeout: 10_000,
      lock_timeout: 4_000,
      idle_in_transaction_session_timeout: 10_000,
      query_timeout: LONGEST_QUERY_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
    };
    // The pool makes its clients with the same config, which its types do not know.
    this.pool = new pg.Pool({ ...config, Client: WatchedClient as unknown as new () => pg.ClientBase });
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

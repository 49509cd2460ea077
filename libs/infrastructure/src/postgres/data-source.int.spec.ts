import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { scheduledNow } from '../../../../test/support/scheduled-time.js';
import { startTcpProxy } from '../../../../test/support/tcp-proxy.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { until } from '../../../../test/support/until.js';
import { connect, createDataSource, type DatabaseLogEntry, DatabaseUnreachable } from './data-source.js';
import { poolOf } from './database-pool.js';
import { translateDatabaseError } from './errors.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

describe('the data source', () => {
  it('sets every timeout and the application name on the server', async () => {
    const dataSource = await connect(createDataSource({ url: database.url, applicationName: 'florin api' }));
    const settings = await dataSource.query<{ name: string; setting: string }[]>(
      `SELECT name, setting FROM pg_settings WHERE name IN ('statement_timeout', 'lock_timeout',
       'idle_in_transaction_session_timeout', 'application_name', 'transaction_isolation') ORDER BY name`,
    );
    await dataSource.destroy();
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      application_name: 'florin api',
      idle_in_transaction_session_timeout: '10000',
      lock_timeout: '4000',
      statement_timeout: '10000',
      transaction_isolation: 'read committed',
    });
  });

  it('opens at most ten connections', async () => {
    const dataSource = await connect(createDataSource({ url: database.url }));
    const queries = Array.from({ length: 40 }, () =>
      dataSource.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid FROM pg_sleep(0.05)'),
    );
    const results = await Promise.all(queries);
    await dataSource.destroy();
    expect(new Set(results.map(([{ pid }]) => pid)).size).toBe(10);
  });

  it('sets its mandatory session options over those of the database and the URL', async () => {
    const name = new URL(database.url).pathname.slice(1);
    const other = await connect(createDataSource({ url: database.url }));
    const settings = [
      `datestyle = 'German'`,
      `default_transaction_isolation = 'serializable'`,
      'synchronous_commit = off',
      'array_nulls = off',
    ];
    for (const setting of settings) await other.query(`ALTER DATABASE ${name} SET ${setting}`);
    await other.query(`ALTER DATABASE ${name} SET statement_timeout = '1s'`);
    const dataSource = await connect(
      createDataSource({
        url: `${database.url}?options=-c%20search_path%3Delsewhere,public%20-c%20datestyle%3DSQL`,
        timeouts: { statement: 0 },
      }),
    );
    const [row] = await dataSource.query<object[]>(
      `SELECT current_setting('search_path') AS path, current_setting('statement_timeout') AS timeout,
       current_setting('transaction_isolation') AS isolation,
       current_setting('synchronous_commit') AS synchronous, '2026-11-16T12:00:00Z'::timestamptz AS noon,
       $1::text[] AS nothing`,
      ['{NULL}'],
    );
    await dataSource.destroy();
    await other.query(`ALTER DATABASE ${name} RESET ALL`);
    await other.destroy();
    expect(row).toEqual({
      path: 'elsewhere,public',
      timeout: '0',
      isolation: 'read committed',
      synchronous: 'on',
      noon: new Date('2026-11-16T12:00:00Z'),
      nothing: [null],
    });
  });

  it('disables sequential scans with findsByIndex, and leaves the planner alone without it', async () => {
    const plannerSettings = async (settings: { findsByIndex?: boolean }): Promise<string> => {
      const dataSource = await connect(createDataSource({ url: database.url, ...settings }));
      const [row] = await dataSource.query<[{ ways: string }]>(
        `SELECT string_agg(setting, ' ' ORDER BY name) AS ways FROM pg_settings
         WHERE name IN ('enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit')`,
      );
      await dataSource.destroy();
      return row.ways;
    };
    expect(await plannerSettings({ findsByIndex: true })).toBe('off off off off');
    expect(await plannerSettings({})).toMatch(/^on on on/);
  });

  it.each(['json', 'jsonb'])('reads the keys of %s exactly as they were written', async (type) => {
    const dataSource = await connect(createDataSource({ url: database.url }));
    const read = async (json: object): Promise<unknown> => {
      const sql = `SELECT $1::${type} AS value`;
      return (await dataSource.query<{ value: unknown }[]>(sql, [JSON.stringify(json)]))[0]?.value;
    };
    for (let time = 0; time < 50; time += 1) await read({ a: 1, '\\': 2 });
    expect(await read({ a: 1, '"': 2 })).toEqual({ a: 1, '"': 2 });
    await dataSource.destroy();
  });

  it('rejects when no connection is free within the connect timeout', async () => {
    const dataSource = await connect(
      createDataSource({ url: database.url, poolSize: 2, timeouts: { connect: 300 } }),
    );
    const other = await connect(createDataSource({ url: database.url, poolSize: 1 }));
    await other.query('SELECT pg_advisory_lock(1)');
    const busy = [1, 2].map(() => dataSource.query('SELECT pg_advisory_xact_lock(1)'));
    const waiting: unknown = await dataSource.query('SELECT 1').catch(translateDatabaseError);
    expect(waiting).toMatchObject({ code: 'unavailable' });
    await other.query('SELECT pg_advisory_unlock(1)');
    await Promise.all(busy);
    await expect(dataSource.query('SELECT 1')).resolves.toBeDefined();
    await Promise.all([dataSource.destroy(), other.destroy()]);
  });

  it('discards the connection of a query that times out', async () => {
    const proxy = await startTcpProxy(database.url);
    const dataSource = await connect(
      createDataSource({ url: proxy.url, poolSize: 1, timeouts: { query: 400 } }),
    );
    proxy.when('no response', 'hold');
    const startedAt = scheduledNow();
    const failure: unknown = await dataSource.query(`SELECT 'no response'`).catch(translateDatabaseError);
    expect(failure).toMatchObject({ code: 'unavailable' });
    expect(scheduledNow() - startedAt).toBeLessThan(5_000);
    await expect(dataSource.query('SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
    await dataSource.destroy();
    await proxy.close();
  });

  it('survives the loss of its idle connections, and logs it', async () => {
    const entries: DatabaseLogEntry[] = [];
    const dataSource = await connect(
      createDataSource({ url: database.url, log: (entry) => entries.push(entry) }),
    );
    const other = await connect(createDataSource({ url: database.url }));
    // Not an autovacuum that happens to run.
    await other.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    );
    await until('the loss is noticed', () => entries.some(({ message }) => message.startsWith('lost')));
    expect(entries).toContainEqual({ level: 'warn', message: 'lost an idle connection', sqlState: '57P01' });
    await expect(dataSource.query('SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
    await Promise.all([dataSource.destroy(), other.destroy()]);
  });

  it('does not log the loss of a connection while it is being closed', async () => {
    const entries: DatabaseLogEntry[] = [];
    const dataSource = await connect(
      createDataSource({ url: database.url, log: (entry) => entries.push(entry) }),
    );
    const pool = poolOf(dataSource);
    await dataSource.destroy();
    // `destroy` does not wait for the server, which may terminate the connection at the same moment.
    pool.emit('error', Object.assign(new Error('terminating connection'), { code: '57P01' }));
    expect(entries.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  it('logs statements with their duration and SQLSTATE, and never a parameter or a server message', async () => {
    const entries: DatabaseLogEntry[] = [];
    const dataSource = await connect(
      createDataSource({ url: database.url, log: (entry) => entries.push(entry) }),
    );
    await dataSource.query('SELECT $1::text AS a', ['hunter2']);
    const failure: unknown = await dataSource
      .query('SELECT $1::uuid', ['hunter2'])
      .catch(translateDatabaseError);
    await dataSource.destroy();
    const [good, bad] = entries.slice(-2);
    expect(good).toEqual({
      level: 'debug',
      message: 'statement',
      sql: 'SELECT $1::text AS a',
      milliseconds: expect.any(Number),
    });
    expect(bad).toMatchObject({ sql: 'SELECT $1::uuid', sqlState: '22P02' });
    expect(JSON.stringify(entries)).not.toContain('hunter2');
    expect(failure).toMatchObject({ code: 'internal_error', sqlState: '22P02', sql: 'SELECT $1::uuid' });
    const error = failure as Error;
    expect(`${error.message} ${error.stack ?? ''} ${JSON.stringify(error)}`).not.toContain('hunter2');
    expect(error.cause).toBeUndefined();
  });
});

describe('connecting', () => {
  it('retries while the server is unreachable, and reports it once', async () => {
    const proxy = await startTcpProxy(database.url);
    proxy.freeze();
    const messages: string[] = [];
    const dataSource = createDataSource({ url: proxy.url, timeouts: { connect: 200 } });
    const connecting = connect(dataSource, { onWait: (message) => messages.push(message) });
    await delay(700);
    proxy.thaw();
    await connecting;
    expect(messages).toHaveLength(1);
    await dataSource.destroy();
    await proxy.close();
  });

  it('rejects after the limit with the address but not the password', async () => {
    const dataSource = createDataSource({ url: 'postgres://florin:hunter2@127.0.0.1:1/florin' });
    const failure: unknown = await connect(dataSource, { withinMs: 300 }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseUnreachable);
    expect((failure as Error).message).toBe(
      'Cannot connect to the database at 127.0.0.1:1/florin: connect ECONNREFUSED 127.0.0.1:1',
    );
  });

  it.each([
    ['a wrong password', (url: URL) => (url.password = 'hunter2')],
    ['an unknown database', (url: URL) => (url.pathname = '/nowhere')],
  ])('does not retry with %s', async (_, change) => {
    const url = new URL(database.url);
    change(url);
    const startedAt = scheduledNow();
    await expect(connect(createDataSource({ url: url.href }))).rejects.toBeInstanceOf(DatabaseUnreachable);
    expect(scheduledNow() - startedAt).toBeLessThan(10_000);
  });
});

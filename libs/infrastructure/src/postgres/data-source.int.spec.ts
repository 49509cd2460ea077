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
  it('has every timeout set on the server and its name in the list of sessions', async () => {
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

  it('opens ten connections, however many ask for one', async () => {
    const dataSource = await connect(createDataSource({ url: database.url }));
    const questions = Array.from({ length: 40 }, () =>
      dataSource.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid FROM pg_sleep(0.05)'),
    );
    const answers = await Promise.all(questions);
    await dataSource.destroy();
    expect(new Set(answers.map(([{ pid }]) => pid)).size).toBe(10);
  });

  it('has sessions as it needs them, whatever the database is set to and its URL asks for', async () => {
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

  it('asks for plans by index where that is what it is for, and leaves the choice to the server elsewhere', async () => {
    const waysOf = async (settings: { findsByIndex?: boolean }): Promise<string> => {
      const dataSource = await connect(createDataSource({ url: database.url, ...settings }));
      const [ways] = await dataSource.query<[{ ways: string }]>(
        `SELECT string_agg(setting, ' ' ORDER BY name) AS ways FROM pg_settings
         WHERE name IN ('enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit')`,
      );
      await dataSource.destroy();
      return ways.ways;
    };
    expect(await waysOf({ findsByIndex: true })).toBe('off off off off');
    expect(await waysOf({})).toMatch(/^on on on/);
  });

  it.each(['json', 'jsonb'])(
    'reads the keys of %s as they were written, whatever it read before',
    async (type) => {
      const dataSource = await connect(createDataSource({ url: database.url }));
      const read = async (json: object): Promise<unknown> => {
        const sql = `SELECT $1::${type} AS value`;
        return (await dataSource.query<{ value: unknown }[]>(sql, [JSON.stringify(json)]))[0]?.value;
      };
      for (let time = 0; time < 50; time += 1) await read({ a: 1, '\\': 2 });
      expect(await read({ a: 1, '"': 2 })).toEqual({ a: 1, '"': 2 });
      await dataSource.destroy();
    },
  );

  it('does not let anybody wait for a connection longer than the limit', async () => {
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

  it('cuts off a question that is never answered and takes a new connection for the next', async () => {
    const proxy = await startTcpProxy(database.url);
    const dataSource = await connect(
      createDataSource({ url: proxy.url, poolSize: 1, timeouts: { query: 400 } }),
    );
    proxy.when('never answered', 'hold');
    const startedAt = scheduledNow();
    const failure: unknown = await dataSource.query(`SELECT 'never answered'`).catch(translateDatabaseError);
    expect(failure).toMatchObject({ code: 'unavailable' });
    expect(scheduledNow() - startedAt).toBeLessThan(1_000);
    await expect(dataSource.query('SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
    await dataSource.destroy();
    await proxy.close();
  });

  it('outlives the end of its idle connections, and says so in the log', async () => {
    const entries: DatabaseLogEntry[] = [];
    const dataSource = await connect(
      createDataSource({ url: database.url, log: (entry) => entries.push(entry) }),
    );
    const other = await connect(createDataSource({ url: database.url }));
    // A vacuum that the server just happens to do there is nobody's to end.
    await other.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    );
    await until('the loss is noticed', () => entries.some(({ message }) => message.startsWith('lost')));
    expect(entries).toContainEqual({ level: 'warn', message: 'lost an idle connection', sqlState: '57P01' });
    await expect(dataSource.query('SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
    await Promise.all([dataSource.destroy(), other.destroy()]);
  });

  it('does not say that it lost a connection which it is closing itself', async () => {
    const entries: DatabaseLogEntry[] = [];
    const dataSource = await connect(
      createDataSource({ url: database.url, log: (entry) => entries.push(entry) }),
    );
    const pool = poolOf(dataSource);
    await dataSource.destroy();
    // That is awaited until the server was told, and not until it has heard: if it is shut down then, it says that it ends it.
    pool.emit('error', Object.assign(new Error('terminating connection'), { code: '57P01' }));
    expect(entries.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  it('logs statements with their duration and SQLSTATE, and never a parameter or what the server said of it', async () => {
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
    const told = failure as Error;
    expect(`${told.message} ${told.stack ?? ''} ${JSON.stringify(told)}`).not.toContain('hunter2');
    expect(told.cause).toBeUndefined();
  });
});

describe('connecting', () => {
  it('waits for a server that is away and tells so once', async () => {
    const proxy = await startTcpProxy(database.url);
    proxy.freeze();
    const told: string[] = [];
    const dataSource = createDataSource({ url: proxy.url, timeouts: { connect: 200 } });
    const connecting = connect(dataSource, { onWait: (message) => told.push(message) });
    await delay(700);
    proxy.thaw();
    await connecting;
    expect(told).toHaveLength(1);
    await dataSource.destroy();
    await proxy.close();
  });

  it('gives up at the limit with a line that names the place but not the password', async () => {
    const dataSource = createDataSource({ url: 'postgres://florin:hunter2@127.0.0.1:1/florin' });
    const failure: unknown = await connect(dataSource, { withinMs: 300 }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseUnreachable);
    expect((failure as Error).message).toBe(
      'Cannot use the database at 127.0.0.1:1/florin: connect ECONNREFUSED 127.0.0.1:1',
    );
  });

  it.each([
    ['a wrong password', (url: URL) => (url.password = 'hunter2')],
    ['an unknown database', (url: URL) => (url.pathname = '/nowhere')],
  ])('does not wait for %s to become right', async (_, spoil) => {
    const url = new URL(database.url);
    spoil(url);
    const startedAt = scheduledNow();
    await expect(connect(createDataSource({ url: url.href }))).rejects.toBeInstanceOf(DatabaseUnreachable);
    expect(scheduledNow() - startedAt).toBeLessThan(2_000);
  });
});

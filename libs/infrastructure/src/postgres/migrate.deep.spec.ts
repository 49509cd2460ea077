import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { until } from '../../../../test/support/until.js';
import { connect, createDataSource, DatabaseUnreachable } from './data-source.js';
import { migrate, pendingMigrations } from './migrate.js';
import { ADVISORY_LOCK } from './migration-lock.js';
import { MIGRATIONS } from './migrations/index.js';

const names = MIGRATIONS.map((migration) => new migration().name);
let database: TestDatabase | undefined;

beforeEach(async () => {
  await database?.drop();
  database = await createTestDatabase();
});
afterAll(async () => {
  await database?.drop();
});

const url = (): string => database!.url;

async function query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url() });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const empty = () => query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
const applied = () =>
  query<{ name: string; count: string }>(
    'SELECT name, count(*) FROM migrations GROUP BY name ORDER BY min(id)',
  );

async function pending(): Promise<string[]> {
  const dataSource = await connect(createDataSource({ url: url() }));
  try {
    return await pendingMigrations(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

describe('the list of migrations', () => {
  it('is in the order in which TypeORM runs it', () => {
    const numbers = names.map((name) => Number(name?.slice(-13)));
    expect(numbers).toEqual([...numbers].sort((left, right) => left - right));
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

describe('migrate', () => {
  it('runs all migrations on an empty database, and none the second time', async () => {
    await empty();
    expect(await pending()).toEqual(names);
    expect(await migrate(url())).toEqual(names);
    expect(await pending()).toEqual([]);
    expect(await migrate(url())).toEqual([]);
    expect(await applied()).toEqual(names.map((name) => ({ name, count: '1' })));
  });

  it('runs each migration once when several instances start at the same time', async () => {
    await empty();
    const ran = await Promise.all([migrate(url()), migrate(url()), migrate(url())]);
    expect(ran.flat()).toEqual(names);
    expect(await applied()).toEqual(names.map((name) => ({ name, count: '1' })));
  });

  it('can revert every migration', async () => {
    const dataSource = await connect(createDataSource({ url: url() }));
    for (const _ of names) await dataSource.undoLastMigration({ transaction: 'each' });
    await dataSource.destroy();
    const left = await query<{ tablename: string }>(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
    );
    expect(left.map(({ tablename }) => tablename)).toEqual(['migrations']);
    expect(await migrate(url())).toEqual(names);
  });

  it('fails with one line that names the missing permission', async () => {
    await empty();
    await query('REVOKE CREATE ON SCHEMA public FROM CURRENT_USER, PUBLIC');
    const failure = await migrate(url()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseUnreachable);
    expect((failure as Error).message).toMatch(
      /permission denied.*owner of its database and of all objects in it\.$/,
    );
  });

  it('fails with one line when another role owns the tables, as after a restore by an administrator', async () => {
    await query('REVOKE ALL ON migrations FROM CURRENT_USER');
    const failure = await migrate(url()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseUnreachable);
    expect((failure as Error).message).toMatch(
      /permission denied for table migrations.*of all objects in it\.$/,
    );
  });

  it('fails with one line when the schema does not exist and when the server is read-only', async () => {
    await empty();
    const failureWith = async (setting: string): Promise<unknown> => {
      const name = new URL(url()).pathname.slice(1);
      await query(`ALTER DATABASE ${name} RESET ALL; ALTER DATABASE ${name} SET ${setting}`);
      return migrate(url(), { withinMs: 0 }).catch((error: unknown) => error);
    };
    const schema = await failureWith('search_path = elsewhere');
    expect(schema).toBeInstanceOf(DatabaseUnreachable);
    expect((schema as Error).message).toMatch(/no schema has been selected.*search_path/);
    const readOnly = await failureWith('default_transaction_read_only = on');
    expect(readOnly).toBeInstanceOf(DatabaseUnreachable);
    expect((readOnly as Error).message).toMatch(/is read-only.*default_transaction_read_only/);
  });

  it.each(['SQL_ASCII', 'LATIN1'])(
    'rejects a database in %s, with the statement that creates a valid one',
    async (encoding) => {
      const name = `${new URL(url()).pathname.slice(1)}_encoded`;
      await query(`CREATE DATABASE ${name} ENCODING '${encoding}' LOCALE 'C' TEMPLATE template0`);
      const other = new URL(url());
      other.pathname = name;
      const failure = await migrate(other.href).catch((error: unknown) => error);
      await query(`DROP DATABASE ${name} WITH (FORCE)`);
      expect(failure).toBeInstanceOf(DatabaseUnreachable);
      expect((failure as Error).message).toMatch(`has the encoding ${encoding}, but Florin needs UTF8`);
    },
  );

  it('ignores the statement and idle timeouts of the database', async () => {
    const name = new URL(url()).pathname.slice(1);
    const holder = new pg.Client({ connectionString: url() });
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await query(
      `ALTER DATABASE ${name} SET statement_timeout = '200ms'; ALTER DATABASE ${name} SET idle_session_timeout = '200ms'`,
    );
    const waiting = migrate(url());
    const waiters = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'florin migrate lock'`;
    await until('it waits', async () => (await holder.query(waiters)).rowCount === 1);
    await delay(500);
    await holder.end();
    await expect(waiting).resolves.toEqual([]);
  });

  it('fails with a message about the other instance when the migration lock is held too long', async () => {
    const holder = new pg.Client({ connectionString: url() });
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await expect(migrate(url(), { lockWithinMs: 100 })).rejects.toThrow('Another instance');
    await holder.end();
    await expect(migrate(url())).resolves.toEqual([]);
  });
});

import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { connect, createDataSource, DatabaseUnreachable } from './data-source.js';
import { ADVISORY_LOCK, migrate, pendingMigrations } from './migrate.js';
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
  it('is in the order in which TypeORM will run it', () => {
    const numbers = names.map((name) => Number(name?.slice(-13)));
    expect(numbers).toEqual([...numbers].sort((left, right) => left - right));
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

describe('migrate', () => {
  it('brings an empty database up to date, once', async () => {
    await empty();
    expect(await pending()).toEqual(names);
    expect(await migrate(url())).toEqual(names);
    expect(await pending()).toEqual([]);
    expect(await migrate(url())).toEqual([]);
    expect(await applied()).toEqual(names.map((name) => ({ name, count: '1' })));
  });

  it('applies each migration once when several instances start together', async () => {
    await empty();
    const ran = await Promise.all([migrate(url()), migrate(url()), migrate(url())]);
    expect(ran.flat()).toEqual(names);
    expect(await applied()).toEqual(names.map((name) => ({ name, count: '1' })));
  });

  it('takes back every migration to an empty schema', async () => {
    const dataSource = await connect(createDataSource({ url: url() }));
    for (const _ of names) await dataSource.undoLastMigration({ transaction: 'each' });
    await dataSource.destroy();
    const left = await query<{ tablename: string }>(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
    );
    expect(left.map(({ tablename }) => tablename)).toEqual(['migrations']);
    expect(await migrate(url())).toEqual(names);
  });

  it('says in one line what its role lacks', async () => {
    await empty();
    await query('REVOKE CREATE ON SCHEMA public FROM CURRENT_USER, PUBLIC');
    const refused = await migrate(url()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseUnreachable);
    expect((refused as Error).message).toMatch(/permission denied.*owner of its database\.$/);
  });

  it('says who is in the way when another instance does not finish', async () => {
    const holder = new pg.Client({ connectionString: url() });
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await expect(migrate(url(), { lockWithinMs: 100 })).rejects.toThrow('Another instance');
    await holder.end();
    await expect(migrate(url())).resolves.toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connect, createDataSource } from '@florin/infrastructure';
import pg from 'pg';
import { scheduledNow } from '../../../../test/support/scheduled-time.js';
import { ROOT } from '../../../../test/support/source-tree.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { until } from '../../../../test/support/until.js';
import { florin } from '../testing/florin.js';

let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
});

afterEach(async () => {
  await client.end();
  await database.drop();
});

const environment = () => ({ DATABASE_URL: database.url, JWT_SECRET: 'x'.repeat(32) });

const migrate = (...options: string[]) => florin(['migrate', ...options], { environment: environment() });

const countLockWaiters = async (): Promise<number> => {
  const { rows } = await client.query(
    `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
     WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`,
  );
  return rows.length;
};

const countTables = async (): Promise<number> => {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) FROM pg_tables WHERE schemaname = 'public'`,
  );
  return Number(rows[0]?.count);
};

describe('florin migrate', () => {
  it('applies all migrations to an empty database, once', async () => {
    const first = await migrate();
    expect(first.code).toBe(0);
    expect(first.out).toMatch(/^applied Ground\S+\napplied Accounts\S+\n/);
    expect(first.out).toMatch(/Applied \d+ migrations; the schema is up to date\.\n$/);
    expect(await countTables()).toBeGreaterThan(10);
    const second = await migrate();
    expect(second).toEqual({
      code: 0,
      out: 'The schema is up to date; no migration was pending.\n',
      err: '',
    });
  });

  it('waits for the migration lock, and exits at once when interrupted', async () => {
    await client.query(`SELECT pg_advisory_lock(x'666c6f72696e'::bigint)`);
    const interruption = new AbortController();
    const { signal } = interruption;
    const commands = [['migrate'], ['create-admin', 'ada@example.com', '--generate-password'], ['demo']];
    const waiting = commands.map((line) => florin(line, { environment: environment(), signal }));
    await until('all of them wait', async () => (await countLockWaiters()) === commands.length);
    interruption.abort('SIGINT');
    const interruptedAt = scheduledNow();
    expect(await Promise.all(waiting)).toEqual(commands.map(() => ({ code: 130, out: '', err: '' })));
    // Uninterrupted, they wait for two minutes.
    expect(scheduledNow() - interruptedAt).toBeLessThan(30_000);
    expect(await countTables()).toBe(0);
  });

  it('--check changes nothing and exits with 1 if migrations are pending', async () => {
    const before = await migrate('--check', '--json');
    expect(before.code).toBe(1);
    const check = JSON.parse(before.out) as { applied: string[]; pending: string[] };
    expect(check.applied).toEqual([]);
    expect(check.pending.length).toBeGreaterThan(4);
    expect(await countTables()).toBe(0);
    const applied = JSON.parse((await migrate('--json')).out) as { applied: string[] };
    expect(applied).toEqual({ applied: check.pending });
    const after = await migrate('--check');
    expect(after).toMatchObject({ code: 0, out: expect.stringContaining('up to date') });
  });

  it('migrates a database with data from every earlier schema version', async () => {
    // Data of 0.1.0: later releases also write to tables and columns that a reverted migration deletes.
    await client.query(gunzipSync(readFileSync(join(ROOT, 'test/fixtures/florin-0.1.0.sql.gz'))).toString());
    await migrate();
    const source = await connect(createDataSource({ url: database.url }));
    const applied = await source.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id');
    const names = applied.map(({ name }) => name);
    // Reverting a migration that created tables deletes data; Subscriptions is the last of these.
    const since = names.slice(names.indexOf('Subscriptions0000000000005') + 1);
    expect(since.length).toBeGreaterThan(3);
    const verify = () => florin(['verify'], { environment: environment() });
    for (let back = 1; back <= since.length; back++) {
      for (let undone = 0; undone < back; undone++) await source.undoLastMigration({ transaction: 'each' });
      expect(JSON.parse((await migrate('--json')).out)).toEqual({ applied: since.slice(-back) });
      expect(await verify()).toMatchObject({ code: 0 });
    }
    await source.destroy();
  });

  it.each([[['verify']], [['find', 'INV-1']], [['export', 'ada@example.com']]])(
    'is required by %j on an outdated schema',
    async (line) => {
      const run = () => florin(line, { environment: { DATABASE_URL: database.url } });
      const outdated = (count: string) => ({
        code: 1,
        out: '',
        err: expect.stringMatching(
          `^florin: the schema is out of date: ${count} pending; run florin migrate first\\n$`,
        ),
      });
      expect(await run()).toEqual(outdated('[0-9]+ migrations'));
      expect(await countTables()).toBe(0);
      await migrate();
      await client.query('DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations)');
      expect(await run()).toEqual(outdated('1 migration'));
    },
  );

  it('names migrations of a later release', async () => {
    await migrate();
    await client.query(`INSERT INTO migrations (timestamp, name) VALUES (99, 'Later0000000000099')`);
    const { code, err } = await migrate('--check');
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('Later0000000000099') });
  });
});

describe('an unreachable database', () => {
  it.each([['migrate'], ['verify'], ['create-admin', 'a@b.example', '--generate-password']])(
    'fails %s with one line that names it without the password',
    async (...line) => {
      const url = new URL(database.url);
      url.pathname = '/missing';
      const { code, out, err } = await florin([...line, '--database-url', url.href]);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^florin: Cannot connect to the database at [\d.:]+\/missing: [^\n]*\n$/);
      expect(err).not.toContain(url.password);
    },
  );
});

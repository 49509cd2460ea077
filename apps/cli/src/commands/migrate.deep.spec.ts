import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connect, createDataSource } from '@florin/infrastructure';
import pg from 'pg';
import { scheduledNow } from '../../../../test/support/scheduled-time.js';
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

const waitingForTheLock = async (): Promise<number> => {
  const { rows } = await client.query(
    `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
     WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`,
  );
  return rows.length;
};

const tables = async (): Promise<number> => {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) FROM pg_tables WHERE schemaname = 'public'`,
  );
  return Number(rows[0]?.count);
};

describe('florin migrate', () => {
  it('brings an empty database up to date, says with what, and does it once', async () => {
    const first = await migrate();
    expect(first.code).toBe(0);
    expect(first.out).toMatch(/^applied Ground\S+\napplied Accounts\S+\n/);
    expect(first.out).toMatch(/Applied \d+ migrations; the schema is up to date\.\n$/);
    expect(await tables()).toBeGreaterThan(10);
    const second = await migrate();
    expect(second).toEqual({
      code: 0,
      out: 'The schema is up to date; there was nothing to apply.\n',
      err: '',
    });
  });

  it('waits for another that migrates, and ends at once when it is interrupted meanwhile', async () => {
    await client.query(`SELECT pg_advisory_lock(x'666c6f72696e'::bigint)`);
    const interruption = new AbortController();
    const { signal } = interruption;
    const commands = [['migrate'], ['create-admin', 'ada@example.com', '--generate-password'], ['demo']];
    const waiting = commands.map((line) => florin(line, { environment: environment(), signal }));
    await until('all of them wait', async () => (await waitingForTheLock()) === commands.length);
    interruption.abort('SIGINT');
    const interruptedAt = scheduledNow();
    expect(await Promise.all(waiting)).toEqual(commands.map(() => ({ code: 130, out: '', err: '' })));
    // Uninterrupted, they wait for two minutes.
    expect(scheduledNow() - interruptedAt).toBeLessThan(30_000);
    expect(await tables()).toBe(0);
  });

  it('checks without changing anything, and exits with 1 while something is pending', async () => {
    const before = await migrate('--check', '--json');
    expect(before.code).toBe(1);
    const told = JSON.parse(before.out) as { applied: string[]; pending: string[] };
    expect(told.applied).toEqual([]);
    expect(told.pending.length).toBeGreaterThan(4);
    expect(await tables()).toBe(0);
    const applied = JSON.parse((await migrate('--json')).out) as { applied: string[] };
    expect(applied).toEqual({ applied: told.pending });
    const after = await migrate('--check');
    expect(after).toMatchObject({ code: 0, out: expect.stringContaining('up to date') });
  });

  it('brings a database that was lived in up to date from every step that its data can have come from', async () => {
    await migrate();
    const environment = { DATABASE_URL: database.url, JWT_SECRET: 'long enough for the tests of migrations' };
    await florin(['demo', '--seed', '5', '--accounts', '4', '--months', '1'], { environment });
    const source = await connect(createDataSource({ url: database.url }));
    const applied = await source.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id');
    const names = applied.map(({ name }) => name);
    // With the tables of a step its data goes, and those of subscriptions are the last.
    const since = names.slice(names.indexOf('Subscriptions0000000000005') + 1);
    expect(since.length).toBeGreaterThan(3);
    for (let back = 1; back <= since.length; back++) {
      for (let undone = 0; undone < back; undone++) await source.undoLastMigration({ transaction: 'each' });
      expect(JSON.parse((await migrate('--json')).out)).toEqual({ applied: since.slice(-back) });
      expect((await florin(['verify'], { environment })).code).toBe(0);
    }
    await source.destroy();
  });

  it.each([[['verify']], [['find', 'INV-1']], [['export', 'ada@example.com']]])(
    'is asked for by %j, which looks at no schema that is too old',
    async (line) => {
      const look = () => florin(line, { environment: { DATABASE_URL: database.url } });
      const lacks = (what: string) => ({
        code: 1,
        out: '',
        err: expect.stringMatching(
          `^florin: the schema lacks ${what} of this release; run florin migrate first\\n$`,
        ),
      });
      expect(await look()).toEqual(lacks('[0-9]+ migrations'));
      expect(await tables()).toBe(0);
      await migrate();
      await client.query('DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations)');
      expect(await look()).toEqual(lacks('1 migration'));
    },
  );

  it('names migrations of a later release', async () => {
    await migrate();
    await client.query(`INSERT INTO migrations (timestamp, name) VALUES (99, 'Later0000000000099')`);
    const { code, err } = await migrate('--check');
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('Later0000000000099') });
  });
});

describe('a database that cannot be used', () => {
  it.each([['migrate'], ['verify'], ['create-admin', 'a@b.example', '--generate-password']])(
    'ends %s with one line that names it and no password',
    async (...line) => {
      const url = new URL(database.url);
      url.pathname = '/not_there';
      const { code, out, err } = await florin([...line, '--database-url', url.href]);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^florin: Cannot connect to the database at [\d.:]+\/not_there: [^\n]*\n$/);
      expect(err).not.toContain(url.password);
    },
  );
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { until } from '../../../../test/support/until.js';
import { connect, createDataSource, DatabaseUnreachable } from './data-source.js';
import { migrate } from './migrate.js';
import { ADVISORY_LOCK } from './migration-lock.js';

/** The last migrations, of which the first changes tables that a running instance has in use. */
const LAST = ['OverAllAccounts0000000000007', 'KeyOfEvents0000000000008'];

let database: TestDatabase;
/** Stands for an instance of the release before, which works on while a new one starts. */
let other: pg.Client;
/** Looks from outside: within one SQL transaction the server tells the same of all others for ever. */
let monitor: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  const source = await connect(createDataSource({ url: database.url }));
  const applied = await source.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id DESC');
  const back = applied.findIndex(({ name }) => name === LAST[0]) + 1;
  for (let undone = 0; undone < back; undone++) await source.undoLastMigration({ transaction: 'each' });
  await source.destroy();
  other = new pg.Client({ connectionString: database.url });
  monitor = new pg.Client({ connectionString: database.url });
  await Promise.all([other.connect(), monitor.connect()]);
});

afterEach(async () => {
  await Promise.all([other.end(), monitor.end()]);
  await database.drop();
});

const untilWaitingForLock = (application: string) =>
  until('it waits for a lock', async () => {
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = $1 AND wait_event_type = 'Lock'`;
    return (await monitor.query(waiting, [application])).rowCount === 1;
  });

const terminateSessions = (application: string) =>
  monitor.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = $1`,
    [application],
  );

describe('migrate, beside an instance that is at work', () => {
  it('tries again when the two block each other, whichever of them the server chooses to end', async () => {
    await other.query('BEGIN; LOCK TABLE payment_requests IN ROW SHARE MODE');
    const migrating = migrate(database.url);
    await untilWaitingForLock('florin migrate');
    await other.query('LOCK TABLE transactions IN ROW EXCLUSIVE MODE').catch((error: unknown) => {
      expect(error).toMatchObject({ code: '40P01' });
    });
    await other.query('ROLLBACK');
    expect(await migrating).toEqual(expect.arrayContaining(LAST));
  });

  it('says in one line that its tables are in use when it does not come to an end', async () => {
    await other.query('BEGIN; LOCK TABLE transactions IN ACCESS SHARE MODE');
    const waits: string[] = [];
    const onWait = (message: string) => waits.push(message);
    const refused = await migrate(database.url, { attempts: 2, onWait }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseUnreachable);
    expect((refused as Error).message).toMatch(
      /^The schema cannot be brought up to date: .*lock timeout.*pg_stat_activity/,
    );
    expect(waits).toEqual([expect.stringMatching(/lock timeout\. Trying again\.$/)]);
    await other.query('ROLLBACK');
    expect(await migrate(database.url)).toEqual(expect.arrayContaining(LAST));
  });
});

describe('migrate, when the server ends its connections', () => {
  it('begins the migration again that was under way, and tells of those before it as well', async () => {
    // By then the migration before the one that waits for this is committed.
    await other.query('BEGIN; LOCK TABLE events IN ACCESS SHARE MODE');
    const waits: string[] = [];
    const migrating = migrate(database.url, { onWait: (message) => waits.push(message) });
    await untilWaitingForLock('florin migrate');
    await terminateSessions('florin migrate');
    await other.query('ROLLBACK');
    expect(await migrating).toEqual(expect.arrayContaining(LAST));
    expect(waits).toEqual([expect.stringMatching(/the database went away.*Trying again\.$/)]);
  });

  it('waits again for the one that is migrating', async () => {
    await other.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    const migrating = migrate(database.url);
    await untilWaitingForLock('florin migrate lock');
    await terminateSessions('florin migrate lock');
    await untilWaitingForLock('florin migrate lock');
    await other.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCK]);
    expect(await migrating).toEqual(expect.arrayContaining(LAST));
  });

  it('ends with one line when that happens every time', async () => {
    await other.query('BEGIN; LOCK TABLE transactions IN ACCESS SHARE MODE');
    const migrating = migrate(database.url, { attempts: 1 }).catch((error: unknown) => error);
    await untilWaitingForLock('florin migrate');
    await terminateSessions('florin migrate');
    const refused = await migrating;
    expect(refused).toBeInstanceOf(DatabaseUnreachable);
    expect((refused as Error).message).toMatch(/cannot be brought up to date.*went away/);
  });
});

describe('migrate, told to end', () => {
  it('begins nothing when it was told before it had the lock', async () => {
    await expect(migrate(database.url, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/);
    expect(await migrate(database.url)).toEqual(expect.arrayContaining(LAST));
  });

  it('does not try again what others keep it from', async () => {
    await other.query('BEGIN; LOCK TABLE transactions IN ACCESS SHARE MODE');
    const ending = new AbortController();
    const { signal } = ending;
    // From then on it could pass.
    const onWait = (): void => {
      void other.query('ROLLBACK').then(() => {
        ending.abort();
      });
    };
    await expect(migrate(database.url, { signal, onWait })).rejects.toThrow(/abort/);
    expect(await migrate(database.url)).toEqual(expect.arrayContaining(LAST));
  });
});

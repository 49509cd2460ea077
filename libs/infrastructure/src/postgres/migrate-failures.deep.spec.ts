import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { until } from '../../../../test/support/until.js';
import { connect, createDataSource, DatabaseUnreachable } from './data-source.js';
import { migrate } from './migrate.js';
import { ADVISORY_LOCK } from './migration-lock.js';

/** The first of these changes tables that a running instance uses. */
const LAST = ['OverAllAccounts0000000000007', 'KeyOfEvents0000000000008'];

let database: TestDatabase;
/** Simulates an instance of the previous release, which keeps running while a new one starts. */
let other: pg.Client;
/** A separate connection: within a SQL transaction pg_stat_activity does not change. */
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

describe('migrate beside a running instance', () => {
  it('retries after a deadlock, whichever session the server cancels', async () => {
    await other.query('BEGIN; LOCK TABLE payment_requests IN ROW SHARE MODE');
    const migrating = migrate(database.url);
    await untilWaitingForLock('florin migrate');
    await other.query('LOCK TABLE transactions IN ROW EXCLUSIVE MODE').catch((error: unknown) => {
      expect(error).toMatchObject({ code: '40P01' });
    });
    await other.query('ROLLBACK');
    expect(await migrating).toEqual(expect.arrayContaining(LAST));
  });

  it('fails with one line that the tables are in use when all attempts time out', async () => {
    await other.query('BEGIN; LOCK TABLE transactions IN ACCESS SHARE MODE');
    const waits: string[] = [];
    const onWait = (message: string) => waits.push(message);
    const failure = await migrate(database.url, { attempts: 2, onWait }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseUnreachable);
    expect((failure as Error).message).toMatch(
      /^Cannot migrate the schema: .*lock timeout.*pg_stat_activity/,
    );
    expect(waits).toEqual([expect.stringMatching(/lock timeout\. Retrying\.$/)]);
    await other.query('ROLLBACK');
    expect(await migrate(database.url)).toEqual(expect.arrayContaining(LAST));
  });
});

describe('migrate when the server terminates its connections', () => {
  it('repeats the interrupted migration, and returns the earlier ones as well', async () => {
    // The migration before the one that waits for this lock is committed by then.
    await other.query('BEGIN; LOCK TABLE events IN ACCESS SHARE MODE');
    const waits: string[] = [];
    const migrating = migrate(database.url, { onWait: (message) => waits.push(message) });
    await untilWaitingForLock('florin migrate');
    await terminateSessions('florin migrate');
    await other.query('ROLLBACK');
    expect(await migrating).toEqual(expect.arrayContaining(LAST));
    expect(waits).toEqual([expect.stringMatching(/the database became unavailable.*Retrying\.$/)]);
  });

  it('waits for the migration lock again', async () => {
    await other.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    const migrating = migrate(database.url);
    await untilWaitingForLock('florin migrate lock');
    await terminateSessions('florin migrate lock');
    await untilWaitingForLock('florin migrate lock');
    await other.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCK]);
    expect(await migrating).toEqual(expect.arrayContaining(LAST));
  });

  it('fails with one line when all attempts are interrupted', async () => {
    await other.query('BEGIN; LOCK TABLE transactions IN ACCESS SHARE MODE');
    const migrating = migrate(database.url, { attempts: 1 }).catch((error: unknown) => error);
    await untilWaitingForLock('florin migrate');
    await terminateSessions('florin migrate');
    const failure = await migrating;
    expect(failure).toBeInstanceOf(DatabaseUnreachable);
    expect((failure as Error).message).toMatch(/Cannot migrate the schema.*became unavailable/);
  });
});

describe('migrate with an aborted signal', () => {
  it('runs nothing when it is aborted before it has the lock', async () => {
    await expect(migrate(database.url, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/);
    expect(await migrate(database.url)).toEqual(expect.arrayContaining(LAST));
  });

  it('does not retry after an abort', async () => {
    await other.query('BEGIN; LOCK TABLE transactions IN ACCESS SHARE MODE');
    const controller = new AbortController();
    const { signal } = controller;
    // From now on a retry could succeed.
    const onWait = (): void => {
      void other.query('ROLLBACK').then(() => {
        controller.abort();
      });
    };
    await expect(migrate(database.url, { signal, onWait })).rejects.toThrow(/abort/);
    expect(await migrate(database.url)).toEqual(expect.arrayContaining(LAST));
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { startTcpProxy } from '../../../../test/support/tcp-proxy.js';
import { until } from '../../../../test/support/until.js';
import { DatabaseUnreachable } from '../postgres/data-source.js';
import { type JobReport, type RecurringJob, RecurringJobs } from './recurring-jobs.js';

let database: TestDatabase;
const running: RecurringJobs[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop(2_000)));
  await database.drop();
});

interface Run {
  readonly worker: string;
  readonly at: number;
}

async function start(
  worker: string,
  runs: Run[],
  options: {
    url?: string;
    run?: RecurringJob['run'];
    finish?: () => Promise<void>;
    maxRunMs?: number;
  } = {},
) {
  const reports: JobReport[] = [];
  const errors: unknown[] = [];
  const run: RecurringJob['run'] = (shouldStop) => {
    runs.push({ worker, at: performance.now() });
    return options.run?.(shouldStop) ?? Promise.resolve(1);
  };
  const jobs = await RecurringJobs.start({
    url: options.url ?? database.url,
    jobs: [
      { name: 'tick', everySeconds: 1, run, ...(options.finish !== undefined && { finish: options.finish }) },
    ],
    onReport: (report) => reports.push(report),
    onError: (error) => errors.push(error),
    ...(options.maxRunMs !== undefined && { maxRunMs: options.maxRunMs }),
  });
  running.push(jobs);
  return { jobs, reports, errors };
}

async function sql<Row extends object>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function countSlots(): Promise<{ total: number; distinct: number }> {
  const rows = await sql<{ total: number; distinct: number }>(
    `SELECT count(*)::integer AS total, count(DISTINCT singleton_on)::integer AS distinct
     FROM pgboss.job WHERE name = 'tick'`,
  );
  return rows[0]!;
}

/** Simulates a database clock that was set back by a minute: the slots ahead already have jobs. */
const insertFutureJobs = (state: 'completed' | 'created', seconds: string): Promise<unknown> =>
  sql(
    `INSERT INTO pgboss.job (name, policy, state, singleton_on, start_after, created_on)
     SELECT 'tick', 'short', '${state}', date_trunc('second', now() AT TIME ZONE 'UTC') + second * interval '1 second',
       date_trunc('second', now()) + second * interval '1 second', now() + (second + 1) * interval '1 second'
     FROM generate_series(${seconds}) AS second ON CONFLICT DO NOTHING`,
  );

describe('recurring jobs', () => {
  it('run once per slot when several workers are started at once', async () => {
    const runs: Run[] = [];
    await Promise.all(['a', 'b', 'c'].map((worker) => start(worker, runs)));
    await until('four runs', () => runs.length >= 4);
    await Promise.all(running.splice(0).map((jobs) => jobs.stop(2_000)));
    const { total, distinct } = await countSlots();
    expect(distinct).toBe(total);
    expect(runs.length).toBeLessThanOrEqual(total);
    // If each of the three ran every second, four runs would take little more than one second.
    expect(runs.at(-1)!.at - runs[0]!.at).toBeGreaterThan(2_000);
  });

  it('continue after a failed run, and report it', async () => {
    const runs: Run[] = [];
    const run = () => (runs.length === 1 ? Promise.reject(new Error('job failed')) : Promise.resolve(7));
    const { reports } = await start('a', runs, { run });
    await until('two reports', () => reports.length >= 2);
    expect(reports[0]).toMatchObject({ job: 'tick', error: { message: 'job failed' } });
    expect(reports[1]).toMatchObject({ job: 'tick', done: 7 });
  });

  it('are not blocked by a worker whose run hangs', async () => {
    const runs: Run[] = [];
    const stuck = new AbortController();
    await start('stuck', runs, { run: () => delay(60_000, 0, { signal: stuck.signal }).catch(() => 0) });
    await until('the first run', () => runs.length === 1);
    await start('b', runs);
    await until('two runs beside it', () => runs.filter(({ worker }) => worker === 'b').length >= 2);
    stuck.abort();
  });

  it('wait for the current run on stop', async () => {
    const runs: Run[] = [];
    const { jobs, reports } = await start('a', runs, { run: () => delay(700, 1) });
    await until('the first run', () => runs.length === 1);
    await jobs.stop(5_000);
    expect(reports).toMatchObject([{ done: 1 }]);
  });

  it('wait on stop for what the runs left in flight, up to the given time', async () => {
    const runs: Run[] = [];
    let finished = 0;
    const finish = (milliseconds: number) => async () => {
      await delay(milliseconds, undefined, { ref: false });
      finished += 1;
    };
    const quick = await start('a', runs, { finish: finish(500) });
    const slow = await start('b', runs, { finish: finish(60_000) });
    await until('the first run', () => runs.length >= 1);
    await Promise.all([quick, slow].map(({ jobs }) => jobs.stop(3_000)));
    expect(finished).toBe(1);
  });

  it.each([
    ['stop is called', undefined],
    ['maxRunMs has passed', 300],
  ])('signal the current run to stop when %s', async (_, maxRunMs) => {
    const runs: Run[] = [];
    const run: RecurringJob['run'] = async (shouldStop) => {
      while (!shouldStop()) await delay(20);
      return 3;
    };
    const { jobs, reports } = await start('a', runs, {
      run,
      ...(maxRunMs !== undefined && { maxRunMs }),
    });
    await until('the first run', () => runs.length === 1);
    if (maxRunMs === undefined) await jobs.stop(5_000);
    else await until('its report', () => reports.length >= 1, 5_000);
    expect(reports[0]).toMatchObject({ job: 'tick', done: 3 });
  });

  it('fail to start with one line that names the missing permission', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await sql(`REVOKE CREATE ON DATABASE ${name} FROM CURRENT_USER, PUBLIC`);
    const error = await start('a', []).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseUnreachable);
    expect((error as Error).message).toMatch(
      /permission denied.*owner of its database and of all objects in it\.$/,
    );
  });

  it('need no CREATE permission on the database when the schema exists', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await sql(`CREATE SCHEMA pgboss; REVOKE CREATE ON DATABASE ${name} FROM CURRENT_USER, PUBLIC`);
    const runs: Run[] = [];
    await start('a', runs);
    await until('the first run', () => runs.length >= 1);
  });

  it.each([
    ['are completed', 'completed', '0, 60'],
    ['are queued', 'created', '60, 60'],
  ] as const)(
    'continue after the database clock was set back and jobs of future slots %s',
    async (_, state, seconds) => {
      const runs: Run[] = [];
      const { errors } = await start('a', runs);
      await until('the first run', () => runs.length >= 1);
      await insertFutureJobs(state, seconds);
      const before = runs.length;
      await until('runs after the clock went back', () => runs.length > before + 3, 8_000);
      expect(errors.map(String)).toContainEqual(expect.stringContaining('clock'));
    },
  );

  it('recover after lost connections and a database that does not respond', async () => {
    const proxy = await startTcpProxy(database.url);
    const runs: Run[] = [];
    const { errors } = await start('a', runs, { url: proxy.url });
    await until('the first run', () => runs.length >= 1);
    proxy.cutAll();
    proxy.freeze();
    await until('two errors', () => errors.length >= 2);
    const before = runs.length;
    proxy.thaw();
    await until('runs after the silence', () => runs.length > before + 1, 20_000);
    await Promise.all(running.splice(0).map((jobs) => jobs.stop(2_000)));
    await proxy.close();
  });
});

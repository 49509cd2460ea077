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
  options: { url?: string; run?: RecurringJob['run']; maxRunMs?: number } = {},
) {
  const reports: JobReport[] = [];
  const troubles: unknown[] = [];
  const run: RecurringJob['run'] = (isOver) => {
    runs.push({ worker, at: performance.now() });
    return options.run?.(isOver) ?? Promise.resolve(1);
  };
  const jobs = await RecurringJobs.start({
    url: options.url ?? database.url,
    jobs: [{ name: 'tick', everySeconds: 1, run }],
    onReport: (report) => reports.push(report),
    onError: (error) => troubles.push(error),
    ...(options.maxRunMs !== undefined && { maxRunMs: options.maxRunMs }),
  });
  running.push(jobs);
  return { jobs, reports, troubles };
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

/** What is there when the clock has just gone back by a minute: jobs of all the slots that now come once more. */
const insertFutureJobs = (state: 'completed' | 'created', seconds: string): Promise<unknown> =>
  sql(
    `INSERT INTO pgboss.job (name, policy, state, singleton_on, start_after, created_on)
     SELECT 'tick', 'short', '${state}', date_trunc('second', now() AT TIME ZONE 'UTC') + second * interval '1 second',
       date_trunc('second', now()) + second * interval '1 second', now() + (second + 1) * interval '1 second'
     FROM generate_series(${seconds}) AS second ON CONFLICT DO NOTHING`,
  );

describe('recurring jobs', () => {
  it('start in many workers at once and run once in each slot, whoever it is', async () => {
    const runs: Run[] = [];
    await Promise.all(['a', 'b', 'c'].map((worker) => start(worker, runs)));
    await until('four runs', () => runs.length >= 4);
    await Promise.all(running.splice(0).map((jobs) => jobs.stop(2_000)));
    const { total, distinct } = await countSlots();
    expect(distinct).toBe(total);
    expect(runs.length).toBeLessThanOrEqual(total);
    // Three that each ran every second would have filled four runs in little more than one.
    expect(runs.at(-1)!.at - runs[0]!.at).toBeGreaterThan(2_000);
  });

  it('go on when a run fails, and tell of it', async () => {
    const runs: Run[] = [];
    const run = () => (runs.length === 1 ? Promise.reject(new Error('not today')) : Promise.resolve(7));
    const { reports } = await start('a', runs, { run });
    await until('two reports', () => reports.length >= 2);
    expect(reports[0]).toMatchObject({ job: 'tick', error: { message: 'not today' } });
    expect(reports[1]).toMatchObject({ job: 'tick', done: 7 });
  });

  it('are not held up by a worker that hangs in its run', async () => {
    const runs: Run[] = [];
    const stuck = new AbortController();
    await start('stuck', runs, { run: () => delay(60_000, 0, { signal: stuck.signal }).catch(() => 0) });
    await until('the first run', () => runs.length === 1);
    await start('b', runs);
    await until('two runs beside it', () => runs.filter(({ worker }) => worker === 'b').length >= 2);
    stuck.abort();
  });

  it('wait for the running one when they are told to stop', async () => {
    const runs: Run[] = [];
    const { jobs, reports } = await start('a', runs, { run: () => delay(700, 1) });
    await until('the first run', () => runs.length === 1);
    await jobs.stop(5_000);
    expect(reports).toMatchObject([{ done: 1 }]);
  });

  it.each([
    ['they are told to stop', undefined],
    ['a run has had its time', 300],
  ])('tell the running one that it is over when %s', async (_, maxRunMs) => {
    const runs: Run[] = [];
    const run: RecurringJob['run'] = async (isOver) => {
      while (!isOver()) await delay(20);
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

  it('say in one line what their role lacks for them to be kept', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await sql(`REVOKE CREATE ON DATABASE ${name} FROM CURRENT_USER, PUBLIC`);
    const refused = await start('a', []).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseUnreachable);
    expect((refused as Error).message).toMatch(
      /permission denied.*owner of its database and of what is in it\.$/,
    );
  });

  it('need no right to the database where their schema was made for them', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await sql(`CREATE SCHEMA pgboss; REVOKE CREATE ON DATABASE ${name} FROM CURRENT_USER, PUBLIC`);
    const runs: Run[] = [];
    await start('a', runs);
    await until('the first run', () => runs.length >= 1);
  });

  it.each([
    ['have run', 'completed', '0, 60'],
    ['wait for their time', 'created', '60, 60'],
  ] as const)(
    'go on when the clock of the database went back and jobs of its future %s',
    async (_, state, seconds) => {
      const runs: Run[] = [];
      const { troubles } = await start('a', runs);
      await until('the first run', () => runs.length >= 1);
      await insertFutureJobs(state, seconds);
      const before = runs.length;
      await until('runs after the clock went back', () => runs.length > before + 3, 8_000);
      expect(troubles.map(String)).toContainEqual(expect.stringContaining('clock'));
    },
  );

  it('come back by themselves after the database was gone and after it was silent', async () => {
    const proxy = await startTcpProxy(database.url);
    const runs: Run[] = [];
    const { troubles } = await start('a', runs, { url: proxy.url });
    await until('the first run', () => runs.length >= 1);
    proxy.cutAll();
    proxy.freeze();
    await until('two troubles', () => troubles.length >= 2);
    const before = runs.length;
    proxy.thaw();
    await until('runs after the silence', () => runs.length > before + 1, 20_000);
    await Promise.all(running.splice(0).map((jobs) => jobs.stop(2_000)));
    await proxy.close();
  });
});

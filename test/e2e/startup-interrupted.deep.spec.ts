/** Asserts how many seconds a shutdown takes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { freePort } from '@florin/infrastructure/embedded';
import { scheduledNow } from '../support/scheduled-time.js';
import { send } from '../support/running-api.js';
import { ROOT } from '../support/source-tree.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

/** Nothing listens on port 1, which is reserved. */
const UNREACHABLE_URL = 'postgres://florin:secret@127.0.0.1:1/florin';
/** The advisory lock of migrations. */
const MIGRATION_LOCK = 0x666c6f72696en;

const children: ChildProcess[] = [];
let database: TestDatabase | undefined;

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await database?.drop();
  database = undefined;
});

interface Started {
  readonly output: () => string;
  /** Sends SIGTERM. Returns the exit code and the duration once the process and its children have ended. */
  end(): Promise<{ code: number | null; milliseconds: number }>;
}

function begin(app: 'api' | 'worker', environment: Readonly<Record<string, string>>): Started {
  const child = spawn(process.execPath, [join(ROOT, `apps/${app}/dist/main.js`)], {
    env: { PORT: '0', WORKER_PORT: 'off', JWT_SECRET: 'a secret that only the tests know', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    output: () => output,
    async end() {
      const signaledAt = scheduledNow();
      child.kill('SIGTERM');
      // The children share its output, which closes with the last of them.
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, milliseconds: scheduledNow() - signaledAt };
    },
  };
}

const PROGRAMS = [
  ['the API', 'api', {}],
  ['several processes of the API', 'api', { WEB_CONCURRENCY: '2' }],
  ['the worker', 'worker', {}],
] as const;

describe.each(PROGRAMS)('%s, on SIGTERM during the start', (_, app, environment) => {
  it('stops waiting for an unreachable database', async () => {
    const florin = begin(app, { ...environment, DATABASE_URL: UNREACHABLE_URL });
    await until('the process waits', () => florin.output().includes('Retrying'));
    const { code, milliseconds } = await florin.end();
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(20_000);
    expect(florin.output()).not.toContain('Error');
  });

  it('stops waiting for another instance that migrates', async () => {
    database = await createTestDatabase();
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const florin = begin(app, { ...environment, DATABASE_URL: database.url });
    const waiting = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'`;
    await until('the process waits', async () => (await holder.query(waiting)).rowCount === 1);
    const { code, milliseconds } = await florin.end();
    await holder.end();
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(20_000);
  });
});

describe('several processes, on SIGTERM when the first of them listens', () => {
  it('do not print their URL afterwards', async () => {
    database = await createTestDatabase();
    const port = String(await freePort());
    const florin = begin('api', { WEB_CONCURRENCY: '2', PORT: port, DATABASE_URL: database.url });
    const isLive = () =>
      send(`http://127.0.0.1:${port}/health/live`, 'GET').then(
        () => true,
        () => false,
      );
    await until('the first process listens', isLive);
    expect((await florin.end()).code).toBe(0);
    const [, after] = florin.output().split('shutting down …');
    expect(after).toBeDefined();
    expect(after).not.toContain('listens on');
  });
});

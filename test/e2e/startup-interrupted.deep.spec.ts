/** It holds the end of processes to seconds. */
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

/** Nobody listens there: a port of the system's own that is never given to a server. */
const NOWHERE = 'postgres://florin:secret@127.0.0.1:1/florin';
/** What every migrating instance waits for. */
const MIGRATING = 0x666c6f72696en;

const children: ChildProcess[] = [];
let database: TestDatabase | undefined;

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await database?.drop();
  database = undefined;
});

interface Started {
  readonly words: () => string;
  /** Sends SIGTERM, and answers the exit code once it and all that it started are gone, and how long that took. */
  end(): Promise<{ code: number | null; milliseconds: number }>;
}

function begin(app: 'api' | 'worker', environment: Readonly<Record<string, string>>): Started {
  const child = spawn(process.execPath, [join(ROOT, `apps/${app}/dist/main.js`)], {
    env: { PORT: '0', WORKER_PORT: 'off', JWT_SECRET: 'a secret that only the tests know', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return {
    words: () => said,
    async end() {
      const toldAt = scheduledNow();
      child.kill('SIGTERM');
      // Its children have the same output, which closes with the last of them.
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, milliseconds: scheduledNow() - toldAt };
    },
  };
}

const PROGRAMS = [
  ['the API', 'api', {}],
  ['several processes of the API', 'api', { WEB_CONCURRENCY: '2' }],
  ['the worker', 'worker', {}],
] as const;

describe.each(PROGRAMS)('%s, told to end during the start', (_, app, environment) => {
  it('waits no longer for a database that is away', async () => {
    const florin = begin(app, { ...environment, DATABASE_URL: NOWHERE });
    await until('it waits', () => florin.words().includes('Retrying'));
    const { code, milliseconds } = await florin.end();
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(6_000);
    expect(florin.words()).not.toContain('Error');
  });

  it('waits no longer for another instance that migrates', async () => {
    database = await createTestDatabase();
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock($1)', [MIGRATING]);
    const florin = begin(app, { ...environment, DATABASE_URL: database.url });
    const waiting = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'`;
    await until('it waits', async () => (await holder.query(waiting)).rowCount === 1);
    const { code, milliseconds } = await florin.end();
    await holder.end();
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(6_000);
  });
});

describe('several processes, told to end when the first of them is there', () => {
  it('do not say after that where they listen', async () => {
    database = await createTestDatabase();
    const port = String(await freePort());
    const florin = begin('api', { WEB_CONCURRENCY: '2', PORT: port, DATABASE_URL: database.url });
    const isThere = () =>
      send(`http://127.0.0.1:${port}/health/live`, 'GET').then(
        () => true,
        () => false,
      );
    await until('the first is there', isThere);
    expect((await florin.end()).code).toBe(0);
    const [, after] = florin.words().split('ending …');
    expect(after).toBeDefined();
    expect(after).not.toContain('listens on');
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@florin/infrastructure/embedded';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { send } from '../support/running-api.js';
import { ROOT } from '../support/source-tree.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

let database: TestDatabase;
let child: ChildProcess | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  if (child?.exitCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
});

const isHealthy = async (url: string): Promise<boolean> => {
  const response = await send(url, 'GET').catch(() => undefined);
  return response?.status === 200;
};

/** Starts an app with LOG_LEVEL=trace, waits until it is ready, and returns the URL of its liveness check. */
async function start(app: 'api' | 'worker', stdout: 'pipe' | number): Promise<string> {
  const port = String(await freePort());
  child = spawn(process.execPath, [join(ROOT, `apps/${app}/dist/main.js`)], {
    env: {
      PORT: port,
      WORKER_PORT: port,
      DATABASE_URL: database.url,
      JWT_SECRET: 'a secret that only the tests know, and long enough',
      LOG_LEVEL: 'trace',
    },
    stdio: ['ignore', stdout, 'ignore'],
  });
  child.stdout?.resume();
  const health = `http://127.0.0.1:${port}/health`;
  await until('the app is ready', () => isHealthy(`${health}/ready`));
  return `${health}/live`;
}

async function ended(): Promise<unknown> {
  if (child === undefined) throw new Error('No process was started.');
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = (await exit) as [number | null];
  return code;
}

describe.each(['api', 'worker'] as const)('a log that cannot be written by the %s', (app) => {
  // /dev/full exists only on Linux.
  const onLinux = process.platform === 'linux' ? it : it.skip;

  onLinux('does not block requests or the shutdown when the disk is full', async () => {
    // Every write fails with ENOSPC.
    const full = openSync('/dev/full', 'w');
    try {
      const live = await start(app, full);
      for (let requests = 0; requests < 100; requests++) expect(await isHealthy(live)).toBe(true);
      // Longer than the log's buffer interval and the interval of the worker's jobs.
      await sleep(2_500);
      expect(await isHealthy(live)).toBe(true);
      expect(await ended()).toBe(0);
    } finally {
      closeSync(full);
    }
  });

  it('does not block requests or the shutdown when its reader has closed the pipe', async () => {
    const live = await start(app, 'pipe');
    child?.stdout?.destroy();
    for (let requests = 0; requests < 100; requests++) expect(await isHealthy(live)).toBe(true);
    expect(await ended()).toBe(0);
  });
});

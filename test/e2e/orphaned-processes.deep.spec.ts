import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOT } from '../support/source-tree.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

/** Delays the program until its parent has disconnected, so that the test does not depend on timing. */
const AFTER_DISCONNECT = `data:text/javascript,while (process.connected) await new Promise((go) => setTimeout(go, 5));`;

let database: TestDatabase;
let child: ChildProcess;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await database.drop();
});

describe('a child process', () => {
  // NODE_UNIQUE_ID makes the API a worker of node:cluster. If the primary has ended that early, Node itself ends the
  // process, with its own exit code.
  it.each([
    ['apps/api', { NODE_UNIQUE_ID: '2' }, [0, 1]],
    ['apps/worker', {}, [0]],
  ])('ends when its parent ended before it could listen: %s', async (app, environment, exitCodes) => {
    child = fork(join(ROOT, app, 'dist/main.js'), {
      execArgv: ['--import', AFTER_DISCONNECT],
      env: {
        DATABASE_URL: database.url,
        JWT_SECRET: 'a secret that only the tests know, and long enough',
        PORT: '0',
        WORKER_PORT: '0',
        FLORIN_PROCESS: '2',
        FLORIN_PROCESS_DATABASE: database.url,
        ...environment,
      },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    await once(child, 'spawn');
    child.disconnect();
    await until('the process has ended', () => child.exitCode !== null || child.signalCode !== null, 60_000);
    expect(exitCodes).toContain(child.exitCode);
  });
});

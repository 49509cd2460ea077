import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { whileUsersAreLocked, withLongTimeouts } from '../support/locked-users.js';
import { send } from '../support/running-api.js';
import { ROOT } from '../support/source-tree.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

/** Logs the modules of the embedded database that the process loads. */
const MODULE_SPY = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      if (/embedded/.test(url)) process.stderr.write('loaded ' + url + '\\n');
      return next(url, context);
    },
  });
`)}`;

/** Throws an uncaught error in the process on SIGUSR2. */
const UNCAUGHT_ERROR_HOOK = `data:text/javascript,${encodeURIComponent(`
  process.on('SIGUSR2', () => { throw new Error('unexpected'); });
`)}`;

let child: ChildProcess;
let database: TestDatabase;
let output = '';

async function start(
  environment: Record<string, string> = {},
  prepare: (databaseUrl: string) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  database = await createTestDatabase();
  await prepare(database.url);
  output = '';
  child = spawn(
    process.execPath,
    ['--import', MODULE_SPY, '--import', UNCAUGHT_ERROR_HOOK, join(ROOT, 'apps/api/dist/main.js')],
    {
      env: {
        PORT: '0',
        DATABASE_URL: withLongTimeouts(database.url),
        JWT_SECRET: 'a secret that only the tests know, and long enough',
        RATE_LIMITS: 'off',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const listening = new Promise<string>((resolve, reject) => {
    const readOutput = (chunk: Buffer): void => {
      output += chunk.toString();
      const url = /listens on (http\S+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', readOutput);
    child.stderr?.on('data', readOutput);
    // 'close', not 'exit': after 'exit' there may still be output to read.
    child.once('close', () => {
      reject(new Error(`The process ended before it listened: ${output}`));
    });
  });
  return listening;
}

afterEach(async () => {
  if (child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await database.drop();
});

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/** Terminates the backend that waits for a lock, as a server shutdown does. */
async function terminateWaitingBackend(databaseUrl: string): Promise<void> {
  const client = await connected(databaseUrl);
  const waiting = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'florin' AND wait_event_type = 'Lock'`;
  await until('a backend waits for a lock', async () => (await client.query(waiting)).rowCount === 1);
  await client.end();
}

describe('the API process', () => {
  it('completes in-flight requests on SIGTERM and exits with 0', async () => {
    const url = await start();
    const login = { email: 'unknown@example.com', password: 'not the password' };
    const [inFlight, ended] = await whileUsersAreLocked(database.url, async (untilWaiting) => {
      const sent = Array.from({ length: 4 }, () => send(`${url}/v1/auth/login`, 'POST', { body: login }));
      await untilWaiting(4);
      child.kill('SIGTERM');
      return [sent, once(child, 'exit') as Promise<[number]>] as const;
    });
    const [exitCode] = await ended;
    const responses = await Promise.all(inFlight);
    expect(responses.map(({ status, body }) => ({ status, error: body.error }))).toEqual(
      inFlight.map(() => ({ status: 401, error: 'invalid_credentials' })),
    );
    expect(exitCode).toBe(0);
  });

  it('reports in one line which setting prevents listening', async () => {
    await expect(start({ HOST: '203.0.113.9' })).rejects.toThrow('The process ended before it listened');
    expect(output).toBe('florin: HOST 203.0.113.9 is not an address of this machine\n');
    expect(child.exitCode).toBe(1);
  });

  it('warns about settings that are probably mistakes', async () => {
    await start({ NODE_ENV: 'prod' });
    // The log is buffered, so its lines may come after the message on the terminal.
    const warned = /^\{"level":"warn",.*"msg":"NODE_ENV=prod .*\}$/m;
    await until('the warning is logged', () => warned.test(output));
  });

  it('reports in one line that the database connection was lost during the start', async () => {
    let terminated = Promise.resolve();
    // Before it listens, the process looks for an admin, which needs this table.
    const starting = start({}, async (databaseUrl) => {
      const holder = await connected(databaseUrl);
      await holder.query('BEGIN; LOCK TABLE users');
      terminated = terminateWaitingBackend(databaseUrl).finally(() => holder.end());
    });
    await expect(starting).rejects.toThrow('The process ended before it listened');
    await terminated;
    expect(output).toMatch(/^florin: The database became unavailable during the start[^\n]*\n$/);
    expect(child.exitCode).toBe(1);
  });

  it('logs an uncaught error as fatal and exits with 1', async () => {
    await start();
    child.kill('SIGUSR2');
    const [exitCode] = (await once(child, 'close')) as [number];
    expect(exitCode).toBe(1);
    const fatal = output.split('\n').find((line) => line.includes('"fatal"')) ?? '{}';
    expect(JSON.parse(fatal)).toMatchObject({ level: 'fatal', err: { message: 'unexpected' } });
  });

  it('does not load the embedded database when DATABASE_URL is set', async () => {
    const url = await start();
    await until('the API is ready', async () => (await send(`${url}/health/ready`, 'GET')).status === 200);
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(output).not.toContain('loaded ');
  });
});

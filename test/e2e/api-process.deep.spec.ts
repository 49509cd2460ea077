/** What is under way has to be done within the time that an ending process takes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { whileUsersAreLocked } from '../support/locked-users.js';
import { send } from '../support/running-api.js';
import { ROOT } from '../support/source-tree.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

/** Says which of the modules that the process loads belong to the embedded database. */
const MODULE_SPY = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      if (/embedded/.test(url)) process.stderr.write('loaded ' + url + '\\n');
      return next(url, context);
    },
  });
`)}`;

/** Lets a test throw something in the process that no code of ours is there to catch. */
const UNCAUGHT_ERROR_HOOK = `data:text/javascript,${encodeURIComponent(`
  process.on('SIGUSR2', () => { throw new Error('nobody expected this'); });
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
        // On a busy machine the requests of a test may reach the lock seconds after each other.
        DATABASE_URL: `${database.url}?lock_timeout=60000&statement_timeout=60000&query_timeout=60000`,
        JWT_SECRET: 'a secret that only the tests know, and long enough',
        RATE_LIMITS: 'off',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const listening = new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      output += chunk.toString();
      const url = /listens on (http\S+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    // Not at its exit: what it said last may still be on its way then.
    child.once('close', () => {
      reject(new Error(`It ended before it listened: ${output}`));
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

/** Ends the connection of whoever waits for a lock, as a server that is shut down does. */
async function terminateWaitingBackend(databaseUrl: string): Promise<void> {
  const client = await connected(databaseUrl);
  const waiting = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'florin' AND wait_event_type = 'Lock'`;
  await until('it waits for a lock', async () => (await client.query(waiting)).rowCount === 1);
  await client.end();
}

describe('the process', () => {
  it('answers what is under way truthfully when it is told to end, and ends with 0', async () => {
    const url = await start();
    const login = { email: 'nobody@example.com', password: 'not the password' };
    const [under, ended] = await whileUsersAreLocked(database.url, async (untilWaiting) => {
      const sent = Array.from({ length: 4 }, () => send(`${url}/v1/auth/login`, 'POST', { body: login }));
      await untilWaiting(4);
      child.kill('SIGTERM');
      return [sent, once(child, 'exit') as Promise<[number]>] as const;
    });
    const [exitCode] = await ended;
    const answers = await Promise.all(under);
    expect(answers.map(({ status, body }) => ({ status, error: body.error }))).toEqual(
      under.map(() => ({ status: 401, error: 'invalid_credentials' })),
    );
    expect(exitCode).toBe(0);
  });

  it('says in one line and no more which setting keeps it from listening', async () => {
    await expect(start({ HOST: '203.0.113.9' })).rejects.toThrow('It ended before it listened');
    expect(output).toBe('florin: HOST 203.0.113.9 is not an address of this machine\n');
    expect(child.exitCode).toBe(1);
  });

  it('warns of settings that can hardly be meant', async () => {
    await start({ NODE_ENV: 'prod' });
    // The log gathers its lines, so it may come after the words that are for the person at the terminal.
    const warned = /^\{"level":"warn",.*"msg":"NODE_ENV=prod .*\}$/m;
    await until('it warns', () => warned.test(output));
  });

  it('says in one line and no more that the database went away while it started', async () => {
    let cut = Promise.resolve();
    // It looks for an admin before it listens, and waits for this table then.
    const starting = start({}, async (databaseUrl) => {
      const holder = await connected(databaseUrl);
      await holder.query('BEGIN; LOCK TABLE users');
      cut = terminateWaitingBackend(databaseUrl).finally(() => holder.end());
    });
    await expect(starting).rejects.toThrow('It ended before it listened');
    await cut;
    expect(output).toMatch(/^florin: The database became unavailable during the start[^\n]*\n$/);
    expect(child.exitCode).toBe(1);
  });

  it('does not go on after an error that nobody caught, and does not end without a word of it', async () => {
    await start();
    child.kill('SIGUSR2');
    const [exitCode] = (await once(child, 'close')) as [number];
    expect(exitCode).toBe(1);
    const fatal = output.split('\n').find((line) => line.includes('"fatal"')) ?? '{}';
    expect(JSON.parse(fatal)).toMatchObject({ level: 'fatal', err: { message: 'nobody expected this' } });
  });

  it('loads nothing of the embedded database when it has a server', async () => {
    const url = await start();
    await until('it is ready', async () => (await send(`${url}/health/ready`, 'GET')).status === 200);
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(output).not.toContain('loaded ');
  });
});

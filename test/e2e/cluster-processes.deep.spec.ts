import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeEmbeddedPostgres } from '@florin/infrastructure/embedded';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ApiProcesses } from '../support/api-processes.js';
import { expectBooksToBalance } from '../support/books.js';
import { send } from '../support/running-api.js';
import { createTestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { whileUsersAreLocked, withLongTimeouts } from '../support/locked-users.js';
import { isAlive } from '../support/is-alive.mjs';

const ADMIN = { email: 'admin@example.com', password: 'keeper of the keys' };
const OWNER = { email: 'ada@example.com', password: 'correct horse battery' };

/** Clean-up of a test, in reverse order. */
const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (let cleanUp = cleanUps.pop(); cleanUp !== undefined; cleanUp = cleanUps.pop()) await cleanUp();
});

function begin(environment: Readonly<Record<string, string>>): ApiProcesses {
  const florin = ApiProcesses.begin(environment);
  cleanUps.push(() => florin.end('SIGKILL'));
  return florin;
}

async function withDatabase(): Promise<string> {
  const database = await createTestDatabase();
  cleanUps.push(() => database.drop());
  return database.url;
}

/** One connection per request, so that each process gets some. */
const FRESH = { connection: 'close' };

async function logIn(url: string, body: object): Promise<string> {
  const { access_token } = (await send(`${url}/v1/auth/login`, 'POST', { body })).body;
  return access_token as string;
}

async function openAccount(url: string): Promise<string> {
  const body = { ...OWNER, name: 'Ada', type: 'business' };
  return (await send(`${url}/v1/accounts`, 'POST', { body })).body['id'] as string;
}

const processesIn = (metrics: string): string[] => [
  ...new Set([...metrics.matchAll(/^http_requests_in_flight\{process="(\d)"\}/gm)].map(([, name]) => name!)),
];

const countOf = (text: string, part: string): number => text.split(part).length - 1;

describe('several processes on one port', () => {
  it('act as one service: one migration, one start message, common metrics and sessions', async () => {
    const databaseUrl = await withDatabase();
    const florin = begin({
      WEB_CONCURRENCY: '3',
      DATABASE_URL: databaseUrl,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    });
    const url = await florin.url();
    expect(florin.children('apps/api')).toHaveLength(3);
    expect(countOf(florin.output, 'listens on')).toBe(1);

    const [admin, account_id] = await Promise.all([logIn(url, ADMIN), openAccount(url)]);
    const body = { account_id, amount: 700, currency: 'USD', type: 'credit' };
    const headers = { ...FRESH, 'idempotency-key': 'once' };
    const responses = await Promise.all(
      Array.from({ length: 24 }, () =>
        send(`${url}/v1/transactions`, 'POST', { token: admin, body, headers }),
      ),
    );
    expect(new Set(responses.map(({ status, body: { id } }) => `${status} ${String(id)}`)).size).toBe(1);

    const { text } = await send(`${url}/metrics`, 'GET', { headers: FRESH });
    expect(processesIn(text).sort()).toEqual(['1', '2', '3']);
    const counts = [...text.matchAll(/_count\{.*route="\/v1\/transactions",status="201".*\} (\d+)$/gm)];
    expect(counts.length).toBeGreaterThan(1);
    expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(24);
    expect(countOf(text, '# TYPE http_requests_in_flight ')).toBe(1);

    await send(`${url}/v1/auth/session`, 'DELETE', { token: admin });
    const refused = await Promise.all(
      Array.from({ length: 12 }, () =>
        send(`${url}/v1/transactions`, 'GET', { token: admin, headers: FRESH }),
      ),
    );
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401));
    await expectBooksToBalance(databaseUrl);
  });

  it('replace a killed process, and complete in-flight requests on SIGTERM', async () => {
    const databaseUrl = await withDatabase();
    const florin = begin({ WEB_CONCURRENCY: '2', DATABASE_URL: withLongTimeouts(databaseUrl) });
    const url = await florin.url();
    const [killed] = florin.children('apps/api');
    process.kill(killed!, 'SIGKILL');
    // A connection that was handed to the killed process gets no response. The next one goes to another process.
    await until('another process serves', async () => {
      const signal = AbortSignal.timeout(2_500);
      const metrics = await fetch(`${url}/metrics`, { headers: FRESH, signal })
        .then((response) => response.text())
        .catch(() => '');
      return !isAlive(killed!) && processesIn(metrics).length === 2;
    });
    expect(florin.output).toContain('exited and is restarted');

    const members = florin.children('apps/api');
    const login = { email: 'unknown@example.com', password: 'not the password' };
    const logInAsUnknown = () => send(`${url}/v1/auth/login`, 'POST', { body: login, headers: FRESH });
    const [inFlight, ended] = await whileUsersAreLocked(databaseUrl, async (untilWaiting) => {
      const sent = [logInAsUnknown(), logInAsUnknown()];
      await untilWaiting(2);
      return [sent, florin.end('SIGTERM')] as const;
    });
    const code = await ended;
    expect((await Promise.all(inFlight)).map(({ status }) => status)).toEqual([401, 401]);
    expect(code).toBe(0);
    expect(members.filter(isAlive)).toEqual([]);
    expect(countOf(florin.output, 'shutting down')).toBe(1);
  });

  it('end when their parent process is killed', async () => {
    const florin = begin({ WEB_CONCURRENCY: '2', DATABASE_URL: await withDatabase() });
    await florin.url();
    const members = florin.children('apps/api');
    await florin.end('SIGKILL');
    await until('all processes have ended', () => !members.some(isAlive));
  });

  it('report a failed start once and in one line', async () => {
    const server: Server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUps.push(async () => {
      server.close();
      await once(server, 'close');
    });
    const { port } = server.address() as { port: number };
    const DATABASE_URL = await withDatabase();
    const common = { WEB_CONCURRENCY: '3', DATABASE_URL, LOG_LEVEL: 'silent' };

    const portTaken = begin({ ...common, PORT: String(port) });
    const weakPassword = begin({ ...common, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: 'short' });
    const tooMany = begin({ ...common, WEB_CONCURRENCY: '33' });
    expect(await Promise.all([portTaken.end(), weakPassword.end(), tooMany.end()])).toEqual([1, 1, 1]);
    expect(portTaken.output).toBe(`florin: PORT ${port} is in use by another program on 127.0.0.1\n`);
    expect(weakPassword.output).toMatch(/^florin: ADMIN_PASSWORD is not accepted: [^\n]*\n$/);
    expect(tooMany.output).toMatch(/^florin: WEB_CONCURRENCY [^\n]*\n$/);
  });

  it('print the password of the first admin also when the start fails later', async () => {
    const dataDir = join(tmpdir(), `florin-test-${process.pid}-${randomBytes(6).toString('hex')}`);
    cleanUps.push(() => removeEmbeddedPostgres(dataDir));
    const failingListen = `import { Server } from 'node:net';
      if (process.env.FLORIN_PROCESS) Server.prototype.listen = () => { throw new Error('listen fails'); };`;
    const florin = begin({
      WEB_CONCURRENCY: '2',
      DATA_DIR: dataDir,
      WORKER_PORT: 'off',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(failingListen)}`,
    });
    expect(await florin.end()).toBe(1);
    expect(florin.output).toContain('listen fails');
    expect(florin.output).toMatch(/admin is \S+ with password \S+/);
  });

  it('share one embedded database, one worker and one first admin', async () => {
    const dataDir = join(tmpdir(), `florin-test-${process.pid}-${randomBytes(6).toString('hex')}`);
    cleanUps.push(() => removeEmbeddedPostgres(dataDir));
    const florin = begin({ WEB_CONCURRENCY: '2', DATA_DIR: dataDir, WORKER_PORT: 'off' });
    const url = await florin.url();
    await until('the worker runs', () => florin.children('apps/worker').length === 1);
    expect(florin.children('apps/api')).toHaveLength(2);
    await until('the admin is printed', () => florin.output.includes('with password'));
    const admins = [...florin.output.matchAll(/admin is (\S+) with password (\S+)/g)];
    expect(admins).toHaveLength(1);
    const [, email, password] = admins[0]!;
    expect(await logIn(url, { email, password })).toEqual(expect.any(String));
    const [worker] = florin.children('apps/worker');
    expect(await florin.end('SIGTERM')).toBe(0);
    expect(isAlive(worker!)).toBe(false);
  });
});

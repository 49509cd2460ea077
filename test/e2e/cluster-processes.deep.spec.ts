/** What is under way has to be done within the time that ending processes take. */
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
import { whileUsersAreLocked } from '../support/locked-users.js';
import { isAlive } from '../support/is-alive.mjs';

const ADMIN = { email: 'admin@example.com', password: 'keeper of the keys' };
const OWNER = { email: 'ada@example.com', password: 'correct horse battery' };

/** What to do when a test is over, last thing first. */
const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end();
});

function begin(environment: Readonly<Record<string, string>>): ApiProcesses {
  const florin = ApiProcesses.begin(environment);
  ends.push(() => florin.end('SIGKILL'));
  return florin;
}

async function withDatabase(): Promise<string> {
  const database = await createTestDatabase();
  ends.push(() => database.drop());
  return database.url;
}

/** Every request on a connection of its own, so that each process gets some. */
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

const timesSaid = (words: string, part: string): number => words.split(part).length - 1;

describe('several processes on one port', () => {
  it('are one service: they migrate, announce and count once, and what one is told holds for all', async () => {
    const databaseUrl = await withDatabase();
    const florin = begin({
      WEB_CONCURRENCY: '3',
      DATABASE_URL: databaseUrl,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    });
    const url = await florin.url();
    expect(florin.children('apps/api')).toHaveLength(3);
    expect(timesSaid(florin.output, 'listens on')).toBe(1);

    const [admin, account_id] = await Promise.all([logIn(url, ADMIN), openAccount(url)]);
    const body = { account_id, amount: 700, currency: 'USD', type: 'credit' };
    const headers = { ...FRESH, 'idempotency-key': 'once' };
    const answers = await Promise.all(
      Array.from({ length: 24 }, () =>
        send(`${url}/v1/transactions`, 'POST', { token: admin, body, headers }),
      ),
    );
    expect(new Set(answers.map(({ status, body: { id } }) => `${status} ${String(id)}`)).size).toBe(1);

    const { text } = await send(`${url}/metrics`, 'GET', { headers: FRESH });
    expect(processesIn(text).sort()).toEqual(['1', '2', '3']);
    const counts = [...text.matchAll(/_count\{.*route="\/v1\/transactions",status="201".*\} (\d+)$/gm)];
    expect(counts.length).toBeGreaterThan(1);
    expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(24);
    expect(timesSaid(text, '# TYPE http_requests_in_flight ')).toBe(1);

    await send(`${url}/v1/auth/session`, 'DELETE', { token: admin });
    const refused = await Promise.all(
      Array.from({ length: 12 }, () =>
        send(`${url}/v1/transactions`, 'GET', { token: admin, headers: FRESH }),
      ),
    );
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401));
    await expectBooksToBalance(databaseUrl);
  });

  it('replace one that is killed, and all finish what is under way when they are told to end', async () => {
    const databaseUrl = await withDatabase();
    const florin = begin({ WEB_CONCURRENCY: '2', DATABASE_URL: databaseUrl });
    const url = await florin.url();
    const [killed] = florin.children('apps/api');
    process.kill(killed!, 'SIGKILL');
    // A connection that was handed to the killed process gets no answer, and the next goes to another.
    await until('another process serves', async () => {
      const signal = AbortSignal.timeout(2_500);
      const metrics = await fetch(`${url}/metrics`, { headers: FRESH, signal })
        .then((answer) => answer.text())
        .catch(() => '');
      return !isAlive(killed!) && processesIn(metrics).length === 2;
    });
    expect(florin.output).toContain('ended by itself and is started again');

    const members = florin.children('apps/api');
    const login = { email: 'nobody@example.com', password: 'not the password' };
    const logInAsNobody = () => send(`${url}/v1/auth/login`, 'POST', { body: login, headers: FRESH });
    const [under, ended] = await whileUsersAreLocked(databaseUrl, async (untilWaiting) => {
      const sent = [logInAsNobody(), logInAsNobody()];
      await untilWaiting(2);
      return [sent, florin.end('SIGTERM')] as const;
    });
    const code = await ended;
    expect((await Promise.all(under)).map(({ status }) => status)).toEqual([401, 401]);
    expect(code).toBe(0);
    expect(members.filter(isAlive)).toEqual([]);
    expect(timesSaid(florin.output, 'ending')).toBe(1);
  });

  it('end when the one that started them is killed', async () => {
    const florin = begin({ WEB_CONCURRENCY: '2', DATABASE_URL: await withDatabase() });
    await florin.url();
    const members = florin.children('apps/api');
    await florin.end('SIGKILL');
    await until('they are gone', () => !members.some(isAlive));
  });

  it('say in one line and once what keeps them from starting', async () => {
    const taken: Server = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    ends.push(async () => {
      taken.close();
      await once(taken, 'close');
    });
    const { port } = taken.address() as { port: number };
    const DATABASE_URL = await withDatabase();
    const common = { WEB_CONCURRENCY: '3', DATABASE_URL, LOG_LEVEL: 'silent' };

    const portless = begin({ ...common, PORT: String(port) });
    const weak = begin({ ...common, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: 'short' });
    const many = begin({ ...common, WEB_CONCURRENCY: '33' });
    expect(await Promise.all([portless.end(), weak.end(), many.end()])).toEqual([1, 1, 1]);
    expect(portless.output).toBe(`florin: PORT ${port} is in use by another program on 127.0.0.1\n`);
    expect(weak.output).toMatch(/^florin: ADMIN_PASSWORD is not accepted: [^\n]*\n$/);
    expect(many.output).toMatch(/^florin: WEB_CONCURRENCY [^\n]*\n$/);
  });

  it('tell the password of an admin that was made, also when nothing comes of the rest', async () => {
    const dataDir = join(tmpdir(), `florin-test-${process.pid}-${randomBytes(6).toString('hex')}`);
    ends.push(() => removeEmbeddedPostgres(dataDir));
    const deaf = `import { Server } from 'node:net';
      if (process.env.FLORIN_PROCESS) Server.prototype.listen = () => { throw new Error('deaf'); };`;
    const florin = begin({
      WEB_CONCURRENCY: '2',
      DATA_DIR: dataDir,
      WORKER_PORT: 'off',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(deaf)}`,
    });
    expect(await florin.end()).toBe(1);
    expect(florin.output).toContain('deaf');
    expect(florin.output).toMatch(/admin is \S+ with password \S+/);
  });

  it('share one embedded database, one worker and one first admin', async () => {
    const dataDir = join(tmpdir(), `florin-test-${process.pid}-${randomBytes(6).toString('hex')}`);
    ends.push(() => removeEmbeddedPostgres(dataDir));
    const florin = begin({ WEB_CONCURRENCY: '2', DATA_DIR: dataDir, WORKER_PORT: 'off' });
    const url = await florin.url();
    await until('the worker is there', () => florin.children('apps/worker').length === 1);
    expect(florin.children('apps/api')).toHaveLength(2);
    await until('the admin is told', () => florin.output.includes('with password'));
    const admins = [...florin.output.matchAll(/admin is (\S+) with password (\S+)/g)];
    expect(admins).toHaveLength(1);
    const [, email, password] = admins[0]!;
    expect(await logIn(url, { email, password })).toEqual(expect.any(String));
    const [worker] = florin.children('apps/worker');
    expect(await florin.end('SIGTERM')).toBe(0);
    expect(isAlive(worker!)).toBe(false);
  });
});

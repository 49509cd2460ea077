/** Asserts how many seconds a shutdown takes. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type Holder, openAccount } from '../support/account-holders.js';
import { Bank, type Customer } from '../support/bank.js';
import { expectBooksToBalance } from '../support/books.js';
import { LOCK_WAITS } from '../support/lock-waits.js';
import { scheduledNow } from '../support/scheduled-time.js';
import { sql } from '../support/payments.js';
import { type RunningApi, send } from '../support/running-api.js';
import { billsOf, advanceOneDay, subscribe } from '../support/subscriptions.js';
import { startTcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';
import { type RunningWorker, startWorker } from '../support/worker-process.js';

const SETTLING = { SETTLEMENT_DELAY_SECONDS: '0' };
let bank: Bank;
let api: RunningApi;
const workers: RunningWorker[] = [];

beforeEach(async () => {
  bank = await Bank.open();
  api = bank.api;
});

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.end('SIGTERM')));
  await bank.close();
});

async function begin(environment: Record<string, string> = {}): Promise<RunningWorker> {
  const worker = await startWorker(api, environment);
  workers.push(worker);
  return worker;
}

/** Locks rows, so that a worker that needs them waits in the middle of a job. */
async function whileLocked<Result>(lock: string, work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(lock);
    return await work();
  } finally {
    await client.end();
  }
}

const untilAWorkerWaits = () =>
  until('a worker waits for a lock', async () => (await sql(api.databaseUrl, LOCK_WAITS)).length > 0);

async function pendingCredits(customer: Customer, count: number): Promise<void> {
  const body = { account_id: customer.id, amount: 10, currency: 'USD', type: 'credit' };
  const create = () => api.request('POST', '/v1/transactions', { token: customer.token, body });
  const responses = await Promise.all(Array.from({ length: count }, create));
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
}

const countOf = async (text: string): Promise<number> =>
  (await sql<{ count: number }>(api.databaseUrl, `SELECT count(*)::integer AS count FROM ${text}`))[0]
    ?.count ?? -1;

async function expectEachSettledOnce(count: number): Promise<void> {
  await until(
    'all transactions are settled',
    async () => (await countOf(`transactions WHERE status = 'pending'`)) === 0,
  );
  expect(await countOf(`transactions WHERE status = 'succeeded'`)).toBe(count);
  expect(await countOf(`events WHERE type = 'transaction.succeeded'`)).toBe(count);
  expect(await countOf('entries')).toBe(2 * count);
  await expectBooksToBalance(api.databaseUrl);
}

async function subscribeTimes(account: Holder, count: number): Promise<void> {
  for (let created = 0; created < count; created++) await subscribe(api, account);
}

async function expectEachBilledOnce(count: number): Promise<void> {
  await until('all subscriptions are billed', async () =>
    (await billsOf(api.databaseUrl)).every(({ periods }) => periods.length > 1),
  );
  const bills = await billsOf(api.databaseUrl);
  expect(bills).toEqual(Array.from({ length: count }, () => ({ periods: [1, 2], requests: 2, renewals: 1 })));
}

describe('two concurrent workers', () => {
  it('settle and bill everything once', async () => {
    const account = await openAccount(api);
    const customer = await bank.customer();
    await subscribeTimes(account, 25);
    await pendingCredits(customer, 300);
    await advanceOneDay(api.databaseUrl);
    await Promise.all([begin(SETTLING), begin(SETTLING)]);
    await expectEachSettledOnce(300);
    await expectEachBilledOnce(25);
    const slots = `pgboss.job WHERE singleton_on IS NOT NULL`;
    const doubled = `SELECT name, singleton_on FROM ${slots} GROUP BY 1, 2 HAVING count(*) > 1`;
    expect(await countOf(slots)).toBeGreaterThanOrEqual(5);
    expect(await sql(api.databaseUrl, doubled)).toEqual([]);
  });
});

describe('a worker that is killed in the middle of a job', () => {
  it('leaves every transaction settled once, by itself or by other workers', async () => {
    const first = await bank.customer();
    const second = await bank.customer();
    await pendingCredits(first, 40);
    await pendingCredits(second, 40);
    // Locks the row of a transaction, because the job skips locked balances.
    const last = `UPDATE transactions SET updated_at = updated_at
      WHERE id = (SELECT max(id::text)::uuid FROM transactions)`;
    await whileLocked(last, async () => {
      const worker = await begin(SETTLING);
      await untilAWorkerWaits();
      await worker.end('SIGKILL');
    });
    await Promise.all([begin(SETTLING), begin(SETTLING)]);
    await expectEachSettledOnce(80);
  });

  it('leaves every period billed once, with one payment request', async () => {
    const account = await openAccount(api);
    await subscribeTimes(account, 9);
    await advanceOneDay(api.databaseUrl);
    const inTheMiddle = `UPDATE subscriptions SET updated_at = updated_at
      WHERE id = (SELECT id FROM subscriptions ORDER BY due_at, id OFFSET 4 LIMIT 1)`;
    await whileLocked(inTheMiddle, async () => {
      const worker = await begin();
      await untilAWorkerWaits();
      await worker.end('SIGKILL');
      const billed = (await billsOf(api.databaseUrl)).filter(({ periods }) => periods.length === 2);
      expect(billed).toHaveLength(4);
    });
    await Promise.all([begin(), begin()]);
    await expectEachBilledOnce(9);
  });
});

describe('a worker with another JWT_SECRET', () => {
  it('logs a warning at the start, and works', async () => {
    await begin();
    const misconfigured = await begin({ JWT_SECRET: 'not the secret of the others, but long enough' });
    expect(misconfigured.output()).toMatch(/"warn".*JWT_SECRET differs/);
    expect((await begin()).output()).toContain('JWT_SECRET differs');
    expect((await begin()).output()).not.toContain('JWT_SECRET');
  });
});

describe('a worker during a database outage', () => {
  it('logs it, is not ready, and recovers without a restart', async () => {
    const customer = await bank.customer();
    const proxy = await startTcpProxy(api.databaseUrl);
    const worker = await begin({ ...SETTLING, DATABASE_URL: proxy.url });
    const readiness = async () => (await send(`${worker.url}/health/ready`, 'GET')).status;
    await until('the worker is ready', async () => (await readiness()) === 200);
    proxy.freeze();
    proxy.cutAll();
    await until('the worker is not ready', async () => (await readiness()) === 503);
    expect((await send(`${worker.url}/health/live`, 'GET')).status).toBe(200);
    await pendingCredits(customer, 3);
    proxy.thaw();
    await until('the worker is ready again', async () => (await readiness()) === 200);
    await expectEachSettledOnce(3);
    expect(await worker.end('SIGTERM')).toBe(0);
    const logged = worker.output().match(/database (unavailable|available again)/g);
    expect(logged?.slice(0, 2)).toEqual(['database unavailable', 'database available again']);
    await proxy.close();
  });

  it('shuts down in time', async () => {
    const proxy = await startTcpProxy(api.databaseUrl);
    const worker = await begin({ ...SETTLING, DATABASE_URL: proxy.url });
    proxy.freeze();
    const signaledAt = scheduledNow();
    await worker.end('SIGTERM');
    expect(scheduledNow() - signaledAt).toBeLessThan(11_000);
    await proxy.close();
  });
});

/** Asserts the intervals of the jobs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  expectStatus,
  type Holder,
  logInAdmin,
  openAccount,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { expectBooksToBalance } from '../support/books.js';
import { scheduledNow } from '../support/scheduled-time.js';
import {
  APPROVED,
  asHolder,
  availableOf,
  cardOf,
  expirePayment,
  requestPayment,
  sql,
  statusOf,
  submitCard,
} from '../support/payments.js';
import { type RunningApi, send, startApi } from '../support/running-api.js';
import { ROOT } from '../support/source-tree.js';
import { advanceOneDay, subscribe, subscriptionOf } from '../support/subscriptions.js';
import { until } from '../support/until.js';
import { type RunningWorker, startWorker } from '../support/worker-process.js';

let api: RunningApi;
let account: Holder;
let worker: RunningWorker | undefined;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
});

beforeEach(async () => {
  account = await openAccount(api);
});

afterEach(async () => {
  await worker?.end('SIGTERM');
  worker = undefined;
});

afterAll(async () => {
  await expectBooksToBalance(api.databaseUrl);
  await api.stop();
});

async function credit(amount: number): Promise<string> {
  const body = { account_id: account.id, amount, currency: 'USD', type: 'credit' };
  const response = await api.request('POST', '/v1/transactions', { token: account.token, body });
  return expectStatus(response, 201).body['id'] as string;
}

async function transactionStatus(id: string): Promise<unknown> {
  return (await api.request('GET', `/v1/transactions/${id}`, { token: account.token })).body['status'];
}

describe('the settlement job', () => {
  it('settles transactions after the delay, and not before', async () => {
    const id = await credit(5_000);
    const [createdAt, scheduledAt] = [performance.now(), scheduledNow()];
    worker = await startWorker(api, { SETTLEMENT_DELAY_SECONDS: '4' });
    await until('the transaction is settled', async () => (await transactionStatus(id)) === 'succeeded');
    expect(performance.now() - createdAt).toBeGreaterThan(3_900);
    expect(scheduledNow() - scheduledAt).toBeLessThan(12_000);
    expect(await availableOf(api, account)).toBe(5_000);
  });

  it('settles both sides of a transfer together', async () => {
    const destination = await openAccount(api);
    await credit(5_000);
    worker = await startWorker(api, { SETTLEMENT_DELAY_SECONDS: '0' });
    await until('the credit is settled', async () => (await availableOf(api, account)) === 5_000);
    const terms = {
      from_account_id: account.id,
      to_account_id: destination.id,
      amount: 2_000,
      currency: 'USD',
    };
    const created = await api.request('POST', '/v1/transfers', { token: account.token, body: terms });
    const path = `/v1/transfers/${expectStatus(created, 201).body['id'] as string}`;
    await until(
      'the transfer is settled',
      async () => (await asHolder(api, destination, 'GET', path)).body.status === 'succeeded',
    );
    expect([await availableOf(api, account), await availableOf(api, destination)]).toEqual([3_000, 2_000]);
  });

  it('does nothing when SETTLEMENT_DELAY_SECONDS is off', async () => {
    const id = await credit(5_000);
    worker = await startWorker(api, { SETTLEMENT_DELAY_SECONDS: 'off' });
    await delay(2_500);
    expect(await transactionStatus(id)).toBe('pending');
  });
});

describe('the expiry job', () => {
  it('cancels an expired payment request', async () => {
    const payment = await requestPayment(api, account);
    const other = await requestPayment(api, account);
    await expirePayment(api, payment);
    worker = await startWorker(api);
    await until(
      'the request has expired',
      async () => (await statusOf(api, account, payment.id)) === 'canceled',
    );
    const { body } = await asHolder(api, account, 'GET', `/v1/payments/${payment.id}`);
    expect(body.cancel_reason).toBe('expired');
    expect(await statusOf(api, account, other.id)).toBe('pending');
  });
});

describe('the billing job', () => {
  it('bills the next period, sets past_due for the unpaid one, and the payment resets it', async () => {
    const { id, latest_payment_id: first } = await subscribe(api, account);
    await advanceOneDay(api.databaseUrl);
    worker = await startWorker(api);
    const current = () => subscriptionOf(api, account, id);
    await until('the subscription is past_due', async () => (await current())['status'] === 'past_due');
    const due = await current();
    expect(due).toMatchObject({ current_period: 2, current_period_paid_at: null });
    expect(due.latest_payment_id).not.toBe(first);
    // The worker derives the URL from the same secret as the API.
    const page = api.url + new URL(due.latest_payment_url).pathname;
    expect((await submitCard(page, cardOf(APPROVED))).status).toBe(303);
    expect(await current()).toMatchObject({ status: 'active', current_period: 2 });
    expect(await availableOf(api, account)).toBe(1_900);
  });
});

describe('the job for stuck attempts', () => {
  it('ends an attempt that was never finished', async () => {
    const payment = await requestPayment(api, account);
    await sql(
      api.databaseUrl,
      `WITH begun AS (
         UPDATE payment_requests SET charging = true, attempts = 1
         WHERE created_at = (SELECT max(created_at) FROM payment_requests) RETURNING account_id, id
       )
       INSERT INTO payment_attempts (account_id, payment_request_id, number, status, brand, last4, started_at)
       SELECT account_id, id, 1, 'started', 'visa', '4242', now() - interval '1 minute' FROM begun`,
    );
    worker = await startWorker(api);
    const attempts = () =>
      sql<{ status: string }>(
        api.databaseUrl,
        `SELECT status FROM payment_attempts WHERE last4 = '4242' AND brand = 'visa' ORDER BY started_at LIMIT 1`,
      );
    await until('the attempt has ended', async () => (await attempts())[0]?.status === 'voided');
    expect((await submitCard(payment.page, cardOf(APPROVED))).status).toBe(303);
    expect(await statusOf(api, account, payment.id)).toBe('succeeded');
  });
});

describe('the clean-up job', () => {
  it('deletes all expired idempotency keys, and no others', async () => {
    // The job runs once a minute, and at once on a new database.
    const fresh = await startApi();
    await sql(
      fresh.databaseUrl,
      `INSERT INTO idempotency_keys (account_id, principal, path, key, fingerprint, answer, created_at)
       SELECT '00000000-0000-0000-0000-000000000000', 'tidy', '/v1/x', number::text, 'f', '{}',
              now() - CASE WHEN number <= 2500 THEN interval '24 hours' ELSE interval '23 hours' END
       FROM generate_series(1, 2503) number`,
    );
    worker = await startWorker(fresh);
    const remainingKeys = async () => {
      const text = `SELECT count(*)::integer AS count FROM idempotency_keys`;
      return (await sql<{ count: number }>(fresh.databaseUrl, text))[0]?.count;
    };
    await until('the expired keys are deleted', async () => (await remainingKeys()) === 3);
    await worker.end('SIGTERM');
    await fresh.stop();
  });
});

describe('the worker', () => {
  it('has health checks and metrics, and exits with 0 on SIGTERM', async () => {
    worker = await startWorker(api, { SETTLEMENT_DELAY_SECONDS: '0' });
    const { url } = worker;
    const get = (path: string) => send(`${url}${path}`, 'GET');
    expect(await get('/health/live')).toMatchObject({ status: 200, body: { status: 'live' } });
    expect(await get('/health/ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
    expect(await get('/nothing')).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect(await send(`${url}/metrics`, 'POST')).toMatchObject({ status: 405 });
    await credit(1);
    const jobs = [
      'settle-due',
      'expire-requests',
      'bill-subscriptions',
      'resolve-attempts',
      'resolve-refunds',
    ];
    await until('every job has run', async () => {
      const { text } = await get('/metrics');
      const hasSettled = /^job_items_total\{task="settle-due"\} [1-9]/m.test(text);
      const hasSucceeded = (job: string) =>
        new RegExp(`^job_last_success_timestamp_seconds\\{task="${job}"\\} [1-9]`, 'm').test(text);
      return hasSettled && jobs.every(hasSucceeded);
    });
    const signaledAt = scheduledNow();
    expect(await worker.end('SIGTERM')).toBe(0);
    expect(scheduledNow() - signaledAt).toBeLessThan(10_000);
  });

  it('stores the last runs of its jobs, until a worker starts without them', async () => {
    const token = await logInAdmin(api);
    const health = async () =>
      expectStatus(await api.request('GET', '/v1/admin/health', { token }), 200).body as {
        readonly problems: readonly string[];
        readonly jobs: readonly { readonly name: string }[];
      };
    const hasSettleJob = async () => (await health()).jobs.some(({ name }) => name === 'settle-due');
    worker = await startWorker(api, { SETTLEMENT_DELAY_SECONDS: '0' });
    await until(
      'the runs are stored',
      async () => (await hasSettleJob()) && (await health()).jobs.length > 12,
    );
    expect((await health()).problems).toEqual([]);
    await worker.end('SIGTERM');
    worker = await startWorker(api, { SETTLEMENT_DELAY_SECONDS: 'off' });
    await until('the job is forgotten', async () => !(await hasSettleJob()));
  });

  it.each<[string, () => Record<string, string>]>([
    ['JWT_SECRET', () => ({ JWT_SECRET: 'short' })],
    ['WORKER_PORT', () => ({ WORKER_PORT: 'x' })],
    ['WORKER_PORT', () => ({ WORKER_PORT: new URL(api.url).port })],
    ['WORKER_HOST', () => ({ WORKER_PORT: '0', WORKER_HOST: '203.0.113.9' })],
  ])('reports an invalid %s in one line and exits with 1', async (setting, bad) => {
    const child = spawn(process.execPath, [join(ROOT, 'apps/worker/dist/main.js')], {
      env: {
        DATABASE_URL: api.databaseUrl,
        JWT_SECRET: api.settings.jwtSecret,
        LOG_LEVEL: 'silent',
        ...bad(),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^florin worker: ${setting} `)),
    ]);
  });
});

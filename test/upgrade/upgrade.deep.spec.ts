// The fixture is a database of version 0.1.0 (commit 6094c33) on PostgreSQL 15: its `npm start`, `npm run
// start:worker` and `florin create-admin`, driven over HTTP, then stopped. `florin verify` found nothing. The .sql.gz is
// `pg_dump --no-owner --no-privileges --rows-per-insert=1000` without psql's backslash commands; the .json has the
// settings, the secrets of callers, creates with an Idempotency-Key and the last responses of reads.
// Idempotency keys, sessions and an open payment request expire; `renew` extends them by SQL.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { florin } from '../../apps/cli/src/testing/florin.js';
import { expectRefusal, expectStatus, logIn } from '../support/account-holders.js';
import { findingsInBooks } from '../support/books.js';
import { APPROVED, cardOf, chargedFor, digestOf, openPage, sql, submitCard } from '../support/payments.js';
import { type Fields, type RunningApi, startApi } from '../support/running-api.js';
import { ROOT } from '../support/source-tree.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { startWorker } from '../support/worker-process.js';

interface Recorded {
  readonly settings: { readonly JWT_SECRET: string; readonly PUBLIC_URL: string };
  readonly users: Record<
    'admin' | 'operator' | 'owner' | 'member',
    { readonly email: string; readonly password: string }
  >;
  readonly keys: Record<'account' | 'platform' | 'revoked', string>;
  readonly refresh_tokens: Record<'owner' | 'spent' | 'ended', string>;
  readonly payments: Record<'open' | 'lapsing', RecordedPayment>;
  readonly creates: readonly (Call & { readonly key: string; readonly body: Fields })[];
  readonly reads: readonly (Call & { readonly headers?: Record<string, string> })[];
}

interface Call {
  readonly as: 'anonymous' | 'owner' | 'admin' | 'account_key' | 'platform_key';
  readonly path: string;
  /** The body of the response, as text. */
  readonly answer: string;
}

interface RecordedPayment {
  readonly id: string;
  readonly amount: number;
  readonly reference: string;
  readonly payment_url: string;
}

const FIXTURE = join(ROOT, 'test/fixtures/florin-0.1.0');
const recorded = JSON.parse(readFileSync(`${FIXTURE}.json`, 'utf8')) as Recorded;
const { users, keys, refresh_tokens: refreshTokens, payments, creates, reads } = recorded;

let database: TestDatabase;
let api: RunningApi;
let secretBefore: unknown;
const tokens: Record<Call['as'], string | undefined> = {
  anonymous: undefined,
  owner: undefined,
  admin: undefined,
  account_key: keys.account,
  platform_key: keys.platform,
};

beforeAll(async () => {
  database = await createTestDatabase();
  await sql(database.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await sql(database.url, gunzipSync(readFileSync(`${FIXTURE}.sql.gz`)).toString('utf8'));
  await renew();
  secretBefore = await secretInUse();
  api = await startApi({ databaseUrl: database.url, environment: { ...recorded.settings } });
  for (const as of ['owner', 'admin'] as const) {
    tokens[as] = (await logIn(api, users[as].email, users[as].password)).access_token;
  }
});

afterAll(async () => {
  await api.stop();
  await database.drop();
});

/** As if the fixture were new: keys expire after 24 hours, refresh tokens after 30 days. */
async function renew(): Promise<void> {
  await sql(database.url, 'UPDATE idempotency_keys SET created_at = now()');
  await sql(
    database.url,
    `UPDATE sessions SET expires_at = now() + interval '30 days', absolute_expires_at = now() + interval '90 days'`,
  );
}

const secretInUse = (): Promise<unknown> => sql(database.url, 'SELECT * FROM secret_in_use');

const as = (caller: Call['as']): { token?: string } => {
  const token = tokens[caller];
  return token === undefined ? {} : { token };
};

async function read(path: string): Promise<Fields> {
  return expectStatus(await api.request('GET', path, as('account_key')), 200).body;
}

const pageOf = ({ payment_url }: RecordedPayment): string => api.url + new URL(payment_url).pathname;

const setExpiry = (payment: RecordedPayment, expiresAt: string): Promise<unknown> =>
  sql(database.url, `UPDATE payment_requests SET expires_at = ${expiresAt} WHERE page_digest = $1`, [
    digestOf({ ...payment, status: 'pending', page: payment.payment_url }),
  ]);

/** The events of version 0.1.0 have no balance. */
async function timeOfFirstCredit(): Promise<string> {
  const { data } = (await read('/v1/events?limit=100&type=transaction.succeeded')) as {
    data: { created_at: string; balance: unknown }[];
  };
  expect(data.at(-1)?.balance).toBeNull();
  return data.at(-1)?.created_at ?? '';
}

const rowCounts = (): Promise<Fields[]> =>
  sql(
    database.url,
    [
      'accounts',
      'users',
      'api_keys',
      'transactions',
      'entries',
      'payment_requests',
      'subscriptions',
      'events',
    ]
      .map((table) => `SELECT '${table}' AS name, count(*) FROM ${table}`)
      .join(' UNION ALL '),
  );

// In this order: reads are compared before anything is changed.
describe('a database of version 0.1.0', () => {
  it('is migrated at the start and used with the same secret', async () => {
    expect((await api.request('GET', '/health/ready')).body).toEqual({ status: 'ready' });
    expect(secretBefore).toHaveLength(1);
    expect(await secretInUse()).toEqual(secretBefore);
  });

  it.each(reads)(
    'returns the same response to GET $path ($as)',
    async ({ as: caller, path, headers, answer }) => {
      const response = await api.request('GET', path, { ...as(caller), ...(headers && { headers }) });
      expect(expectStatus(response, 200).body).toMatchObject(JSON.parse(answer) as Fields);
    },
  );

  it('passes the ledger audit', async () => {
    expect(await findingsInBooks(database.url)).toEqual([]);
  });

  it.each(creates)('replays POST $path, Idempotency-Key "$key" ($as)', async (create) => {
    const before = await rowCounts();
    const headers = { 'idempotency-key': create.key };
    const retry = await api.request('POST', create.path, { ...as(create.as), headers, body: create.body });
    // API keys are shown with the field `created_by`, which version 0.1.0 did not store.
    if (create.path === '/v1/api_keys')
      expect(expectStatus(retry, 201).body).toEqual({
        ...JSON.parse(create.answer),
        created_by: expect.any(String),
      });
    else expect([retry.status, retry.text]).toEqual([201, create.answer]);
    expect(retry.headers.get('idempotent-replayed')).toBe('true');
    expect(await rowCounts()).toEqual(before);
  });

  it('rejects another body under a used Idempotency-Key', async () => {
    const { as: caller, path, key, body } = creates.find((create) => create.path === '/v1/payments')!;
    const headers = { 'idempotency-key': key };
    const other = { ...body, amount: 1 };
    const response = await api.request('POST', path, { ...as(caller), headers, body: other });
    expectRefusal(response, 422, 'idempotency_mismatch');
  });

  it('rejects the revoked API key', async () => {
    expectRefusal(await api.request('GET', '/v1/account', { token: keys.revoked }), 401, 'unauthorized');
  });

  it.each(['operator', 'member'] as const)('accepts the password of the %s', async (name) => {
    const { email, password } = users[name];
    expect(await logIn(api, email, password)).toMatchObject({ user: { email } });
  });

  it('refreshes the session of the owner, and rejects used tokens and tokens of ended sessions', async () => {
    const refresh = (token: string) => api.request('POST', '/v1/auth/refresh', { token });
    const { body } = expectStatus(await refresh(refreshTokens.owner), 200);
    const account = await api.request('GET', '/v1/account', { token: body['access_token'] as string });
    expect(account.body).toMatchObject({ email: users.owner.email });
    expectRefusal(await refresh(refreshTokens.spent), 401, 'invalid_grant');
    expectRefusal(await refresh(refreshTokens.ended), 401, 'invalid_grant');
  });

  it('accepts a card on the page of an open request', async () => {
    const { id, amount, reference } = payments.open;
    await setExpiry(payments.open, `now() + interval '1 day'`);
    const before = (await read('/v1/account/balance')) as { available: number };
    const page = await openPage(pageOf(payments.open));
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(reference)]);

    expect((await submitCard(pageOf(payments.open), cardOf(APPROVED))).status).toBe(303);
    const paid = await read(`/v1/payments/${id}`);
    expect(paid).toMatchObject({ status: 'succeeded', payment_url: payments.open.payment_url });
    expect(paid).toMatchObject({ payment_method: { type: 'card', brand: 'visa', last4: '4242' } });
    expect(await read(`/v1/transactions/${paid['transaction_id'] as string}`)).toMatchObject({
      type: 'credit',
      status: 'succeeded',
      amount,
    });
    expect(await chargedFor(database.url, id)).toBe(amount);
    expect(await read('/v1/account/balance')).toMatchObject({ available: before.available + amount });
  });

  it('settles the pending transactions', async () => {
    const pending = (await read('/v1/transactions?status=pending&limit=100')) as { data: { id: string }[] };
    expect(pending.data).toHaveLength(4);
    for (const { id } of pending.data) {
      const path = `/v1/transactions/${id}/settle`;
      const settled = await api.request('POST', path, { ...as('platform_key'), body: {} });
      expect(expectStatus(settled, 200).body).toMatchObject({ id, status: 'succeeded' });
    }
    expect(await read('/v1/account/balance')).toMatchObject({ held: 0, incoming: 0 });
  });

  it('works with the worker, and still passes the ledger audit', async () => {
    await setExpiry(payments.lapsing, 'created_at');
    const worker = await startWorker(api);
    try {
      const lapsing = () => read(`/v1/payments/${payments.lapsing.id}`);
      await until('the request expires', async () => (await lapsing())['status'] === 'canceled');
      expect(await lapsing()).toMatchObject({ cancel_reason: 'expired' });
    } finally {
      expect(await worker.end('SIGTERM')).toBe(0);
    }
    expect(await findingsInBooks(database.url)).toEqual([]);
  });

  it('refuses reports, and has an event log that is not chained, until florin backfill runs', async () => {
    const head = () => read('/v1/account/log_head');
    expect(await head()).toMatchObject({ event_id: null, hash: null });
    const verify = () => florin(['verify', '--database-url', database.url]);
    const before = await verify();
    expect([before.code, before.out]).toEqual([
      0,
      expect.stringMatching(/^Not chained yet: \d+ events; run/m),
    ]);

    expect(before.out).toMatch(/^Not numbered yet: \d+ entries; run/m);
    const activity = '/v1/account/activity?interval=month';
    const before0_2 = `/v1/account/balance?at=${await timeOfFirstCredit()}`;
    for (const path of [activity, before0_2])
      expectRefusal(await api.request('GET', path, as('account_key')), 409, 'conflict');

    const chained = await florin(['backfill', '--database-url', database.url]);
    expect([chained.code, chained.out]).toEqual([
      0,
      expect.stringMatching(
        /^Chained \d+ events of \d+ accounts?\.\nNumbered \d+ entries of \d+ accounts?\.$/m,
      ),
    ]);
    const after = await verify();
    expect([after.code, after.out]).toEqual([
      0,
      expect.stringMatching(/^The ledger is consistent: \d+ rules hold\.\n$/),
    ]);

    const { data } = (await read('/v1/events?limit=1')) as { data: { id: string; hash: string }[] };
    expect(await head()).toMatchObject({ event_id: data[0]?.id, hash: data[0]?.hash });
    expect(data[0]?.hash).toMatch(/^[0-9a-f]{64}$/);

    const { available, held } = (await read('/v1/account/balance')) as Record<'available' | 'held', number>;
    const { data: buckets } = (await read(activity)) as { data: { closing_balance: number; in: number }[] };
    expect(buckets.at(-1)?.closing_balance).toBe(available + held);
    expect(await read(before0_2)).toMatchObject({ available: 10_000_000, held: 0, incoming: 0 });
  });
});

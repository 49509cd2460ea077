import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type Holder, openAccount, PASSWORD } from '../support/account-holders.js';
import { APPROVED, aPaymentBody, cardOf, requestPayment, submitCard } from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { until } from '../support/until.js';

/** More than the pool has connections. */
const MANY = 20;

let api: RunningApi;
let holder: pg.Client;
let observer: pg.Client;

beforeAll(async () => {
  api = await startApi();
  [holder, observer] = [1, 2].map(() => new pg.Client({ connectionString: api.databaseUrl })) as [
    pg.Client,
    pg.Client,
  ];
  for (const client of [holder, observer]) await client.connect();
});

afterAll(async () => {
  for (const client of [holder, observer]) await client.end();
  await api.stop();
});

/** Locks rows of an account, as a long closure would. */
const lockRows = async ({ email }: Holder, rows: 'books' | 'users' | 'sessions'): Promise<void> => {
  await holder.query('BEGIN');
  await holder.query(
    `SELECT 1 FROM accounts JOIN books ON books.account_id = accounts.id JOIN users ON users.account_id = accounts.id
       JOIN sessions ON sessions.user_id = users.id WHERE accounts.email = $1 FOR UPDATE OF ${rows}`,
    [email],
  );
};
const lockBalance = (account: Holder): Promise<void> => lockRows(account, 'books');

const waitingForLocks = async (): Promise<number> => {
  const { rows } = await observer.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
};

const pay = (account: Holder) =>
  api.request('POST', '/v1/payments', { token: account.token, body: aPaymentBody(account) });

const statusOf = async (path: string, body: object): Promise<number> =>
  (await api.request('POST', path, { body })).status;

describe('many concurrent writes to one account', () => {
  it('leave database connections for other accounts while they wait for each other', async () => {
    const [busy, other] = [await openAccount(api), await openAccount(api)];
    await lockBalance(busy);
    let completed = 0;
    const changes = Array.from({ length: MANY }, () => pay(busy).finally(() => (completed += 1)));
    await until('some requests wait in the database', async () => (await waitingForLocks()) >= 3);
    expect(await pay(other)).toMatchObject({ status: 201 });
    expect(await api.request('GET', '/v1/account', { token: busy.token })).toMatchObject({ status: 200 });
    expect([completed, await waitingForLocks()]).toEqual([0, 3]);
    await holder.query('ROLLBACK');
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([201]));
  });

  it.each<[string, 'books' | 'users' | 'sessions', (busy: Holder) => Promise<() => Promise<number>>]>([
    [
      'cards on its payment pages',
      'books',
      async (busy) => {
        const { page } = await requestPayment(api, busy);
        return async () => (await submitCard(page, cardOf(APPROVED))).status;
      },
    ],
    [
      'refreshes of one session',
      'sessions',
      ({ refreshToken }) =>
        Promise.resolve(() => statusOf('/v1/auth/refresh', { refresh_token: refreshToken })),
    ],
    [
      'logins of one user',
      'users',
      ({ email }) => Promise.resolve(() => statusOf('/v1/auth/login', { email, password: PASSWORD })),
    ],
  ])(
    'leave database connections for other accounts, also before authentication: %s',
    async (_, rows, prepare) => {
      const [busy, other] = [await openAccount(api), await openAccount(api)];
      const sending = await Promise.all(Array.from({ length: 12 }, () => prepare(busy)));
      await lockRows(busy, rows);
      const responses = sending.map((send) => send());
      await until('some requests wait in the database', async () => (await waitingForLocks()) >= 3);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await waitingForLocks()).toBe(3);
      expect(await pay(other)).toMatchObject({ status: 201 });
      await holder.query('ROLLBACK');
      const statuses = await Promise.all(responses);
      expect(statuses.every((status) => status < 400)).toBe(true);
    },
  );

  it('include batches, which could otherwise fill the queue of all accounts', async () => {
    const busy = await openAccount(api);
    await lockBalance(busy);
    const responses: string[] = [];
    const send = async (name: string, path: string, body: object): Promise<number> => {
      const { status } = await api.request('POST', path, { token: busy.token, body });
      responses.push(name);
      return status;
    };
    const credit = { account_id: busy.id, amount: 100, currency: 'USD', type: 'credit' };
    const batches = Array.from({ length: 3 }, () =>
      send('batch', '/v1/transactions/batch', { transactions: [credit], atomic: true }),
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    const key = send('key', '/v1/api_keys', { name: 'Test', kind: 'account' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    await holder.query('ROLLBACK');
    expect(await Promise.all([...batches, key])).toEqual([200, 200, 200, 201]);
    expect(responses.indexOf('key')).toBeGreaterThan(0);
  });

  it('are counted until they are done, also when their clients have disconnected', async () => {
    const busy = await openAccount(api);
    await lockBalance(busy);
    const body = JSON.stringify(aPaymentBody(busy));
    const head = `POST /v1/payments HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${busy.token}`;
    const length = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
    const { port } = new URL(api.url);
    for (let sent = 0; sent < 10; sent += 1) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.end(`${head}\r\n${length}\r\n\r\n${body}`, () => setTimeout(() => socket.destroy(), 50));
    }
    await until('some requests wait in the database', async () => (await waitingForLocks()) >= 3);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await waitingForLocks()).toBe(3);
    await holder.query('ROLLBACK');
    for (let payments = 0; payments < 5; payments += 1)
      expect(await pay(busy)).toMatchObject({ status: 201 });
  });
});

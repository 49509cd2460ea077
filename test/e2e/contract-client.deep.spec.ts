/** Its tokens last three seconds, and there is no grace. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Florin, FlorinError, type FlorinOptions } from '@florin/client';
import { anAccountBody, PASSWORD } from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
/** Between the service and its database. */
let databaseProxy: TcpProxy;
let api: RunningApi;
/** The same service, but its tokens live for a second. */
let shortTimeoutApi: RunningApi;
/** Between the client and the service. */
let apiProxy: TcpProxy;

beforeAll(async () => {
  database = await createTestDatabase();
  databaseProxy = await startTcpProxy(database.url);
  const { url: databaseUrl } = databaseProxy;
  api = await startApi({ databaseUrl });
  const environment = { ACCESS_TOKEN_TTL: '3', REFRESH_REUSE_GRACE_SECONDS: '0' };
  shortTimeoutApi = await startApi({ databaseUrl, environment });
  apiProxy = await startTcpProxy(api.url);
});
afterAll(async () => {
  await apiProxy.close();
  await shortTimeoutApi.stop();
  await api.stop();
  await databaseProxy.close();
  await database.drop();
});

interface ObservedResponse {
  readonly path: string;
  readonly status: number;
  readonly replayed: boolean;
}

/** A client of the service as its users have it, with an eye on what it gets. */
function observedClient(
  baseUrl: string,
  options: Partial<FlorinOptions> = {},
): { florin: Florin; seen: ObservedResponse[] } {
  const seen: ObservedResponse[] = [];
  const florin = new Florin({
    baseUrl,
    ...options,
    fetch: async (request) => {
      const response = await fetch(request);
      const { pathname: path } = new URL(request.url);
      seen.push({ path, status: response.status, replayed: response.headers.has('idempotent-replayed') });
      return response;
    },
  });
  return { florin, seen };
}

/** The owner of a new account, logged in. */
async function owner(baseUrl = api.url, options: Partial<FlorinOptions> = {}) {
  const body = anAccountBody() as Parameters<Florin['accounts']['create']>[0];
  const client = observedClient(baseUrl, options);
  const account = await client.florin.accounts.create(body);
  await client.florin.login({ email: body.email, password: PASSWORD });
  client.seen.length = 0;
  return { ...client, account };
}

const credit = (account_id: string, amount = 7500) =>
  ({ account_id, amount, currency: 'USD', type: 'credit' }) as const;

describe('an access token that has expired', () => {
  it('is refreshed once for ten calls at the same time, and they all succeed', async () => {
    const { florin, account } = await owner(shortTimeoutApi.url);
    const { tokens } = florin;
    if (tokens === undefined) throw new Error('There is no session');
    await new Promise((resolve) => setTimeout(resolve, 3_100));
    // As restored from somewhere, with no idea of when it ends: the service has to say so, ten times.
    const kept: (string | undefined)[] = [];
    const { florin: restored, seen } = observedClient(shortTimeoutApi.url, {
      tokens: { ...tokens, expiresAt: Infinity },
      onTokens: (changed) => kept.push(changed?.refreshToken),
    });
    const balances = await Promise.all(Array.from({ length: 10 }, () => restored.account.balance()));
    expect(balances.map(({ account_id }) => account_id)).toEqual(Array(10).fill(account.id));
    expect(seen.filter(({ path }) => path === '/v1/auth/refresh')).toHaveLength(1);
    expect(seen.filter(({ status }) => status === 401).length).toBeGreaterThan(0);
    expect(kept).toEqual([restored.tokens?.refreshToken]);
  });

  it('whose refresh token is spent by somebody else ends the session, and says so', async () => {
    const { florin } = await owner(shortTimeoutApi.url);
    const { tokens } = florin;
    if (tokens === undefined) throw new Error('There is no session');
    const { florin: other } = observedClient(shortTimeoutApi.url, { tokens: { ...tokens, expiresAt: 0 } });
    await other.account.get();
    const { florin: late } = observedClient(shortTimeoutApi.url, { tokens: { ...tokens, expiresAt: 0 } });
    await expect(late.account.get()).rejects.toMatchObject({ code: 'invalid_grant', status: 401 });
    expect(late.tokens).toBeUndefined();
  });
});

describe('a connection', () => {
  it('cut after the service has created a transaction: the repetition leaves one', async () => {
    const { florin, seen, account } = await owner(apiProxy.url);
    apiProxy.when('POST /v1/transactions', 'cut-after');
    const created = await florin.transactions.create(credit(account.id));
    expect(seen).toEqual([{ path: '/v1/transactions', status: 201, replayed: true }]);
    const { data } = await florin.transactions.page();
    expect(data.map(({ id }) => id)).toEqual([created.id]);
    expect(await florin.account.balance()).toMatchObject({ incoming: 7500 });
  });

  it('cut before the service has heard of it: the repetition makes one', async () => {
    const { florin, seen, account } = await owner(apiProxy.url);
    apiProxy.when('POST /v1/transactions', 'cut-before');
    const created = await florin.transactions.create(credit(account.id));
    expect(seen).toEqual([{ path: '/v1/transactions', status: 201, replayed: false }]);
    expect((await florin.transactions.page()).data.map(({ id }) => id)).toEqual([created.id]);
  });

  it('cut during what must not be repeated is told', async () => {
    const { florin, account } = await owner(apiProxy.url);
    const { id } = await florin.transactions.create(credit(account.id));
    apiProxy.when(`DELETE /v1/transactions/${id}`, 'cut-after');
    await expect(florin.transactions.cancel(id)).rejects.toMatchObject({ code: 'network_error', status: 0 });
    expect((await florin.transactions.get(id)).status).toBe('canceled');
  });
});

describe('a service that is unavailable', () => {
  const slept: number[] = [];
  afterEach(() => {
    slept.length = 0;
  });
  const retry = {
    sleep: (milliseconds: number) => {
      slept.push(milliseconds);
      return Promise.resolve();
    },
  };

  it('is asked again when it said, and not before', async () => {
    const { florin, seen } = await owner(api.url, { retry });
    databaseProxy.when('session_status_sessions', 'cut-before');
    await florin.account.get();
    expect(seen.map(({ status }) => status)).toEqual([503, 200]);
    expect(slept).toEqual([1_000]);
  });

  it('while it creates something has created it once in the end', async () => {
    const { florin, seen, account } = await owner(api.url, { retry });
    databaseProxy.when('idempotency_keys_insert', 'cut-before');
    const created = await florin.transactions.create(credit(account.id));
    expect(seen.map(({ status }) => status)).toEqual([503, 201]);
    expect((await florin.transactions.page()).data.map(({ id }) => id)).toEqual([created.id]);
  });
});

describe('a list', () => {
  it('is walked to its end over all its pages', async () => {
    const { florin, seen, account } = await owner();
    const created: string[] = [];
    for (let count = 1; count <= 23; count += 1) {
      created.push((await florin.transactions.create(credit(account.id, count))).id);
    }
    seen.length = 0;
    const met: string[] = [];
    for await (const { id } of florin.transactions.list({ limit: 10, type: 'credit' })) met.push(id);
    expect(met).toEqual(created.reverse());
    expect(seen.filter(({ path }) => path === '/v1/transactions')).toHaveLength(3);
  });

  it('of events tells what happened, with the same hands', async () => {
    const { florin, account } = await owner();
    await florin.transactions.create(credit(account.id));
    const types: string[] = [];
    for await (const { type } of florin.events.list()) types.push(type);
    expect(types).toContain('transaction.created');
  });
});

describe('an error', () => {
  it('is a FlorinError with the service’s own code', async () => {
    const { florin, account } = await owner();
    const payment = { ...credit(account.id), type: 'payment' } as const;
    const refusals = [
      [() => florin.transactions.create(payment), 'insufficient_funds', 402],
      [() => florin.transactions.create({ ...payment, currency: 'EUR' }), 'currency_mismatch', 400],
      [() => florin.transactions.get('txn_nothing'), 'not_found', 404],
      [() => florin.transactions.settle('txn_nothing'), 'forbidden', 403],
      [
        () => florin.login({ email: 'nobody@example.com', password: 'wrong password' }),
        'invalid_credentials',
        401,
      ],
      [() => florin.accounts.page(), 'forbidden', 403],
    ] as const;
    for (const [call, code, status] of refusals) {
      const error: unknown = await call().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(FlorinError);
      expect(error).toMatchObject({ code, status, requestId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    }
  });

  it('of a key that is used for something else is told and not tried again', async () => {
    const { florin, account } = await owner();
    await florin.transactions.create(credit(account.id), { idempotencyKey: 'once' });
    await expect(
      florin.transactions.create(credit(account.id, 1), { idempotencyKey: 'once' }),
    ).rejects.toMatchObject({ code: 'idempotency_mismatch', status: 422 });
  });
});

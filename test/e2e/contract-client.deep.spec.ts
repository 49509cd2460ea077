import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type CreateAccount, Florin, FlorinError, type FlorinOptions } from '@florin/client';
import { freshEmail, PASSWORD } from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
/** Proxy between the service and its database. */
let databaseProxy: TcpProxy;
let api: RunningApi;
/** Access tokens last three seconds, and a used refresh token is rejected at once. */
let shortTokensApi: RunningApi;
let proxy: TcpProxy;

beforeAll(async () => {
  database = await createTestDatabase();
  databaseProxy = await startTcpProxy(database.url);
  const { url: databaseUrl } = databaseProxy;
  api = await startApi({ databaseUrl });
  const environment = { ACCESS_TOKEN_TTL: '3', REFRESH_REUSE_GRACE_SECONDS: '0' };
  shortTokensApi = await startApi({ databaseUrl, environment });
  proxy = await startTcpProxy(api.url);
});
afterAll(async () => {
  await proxy.close();
  await shortTokensApi.stop();
  await api.stop();
  await databaseProxy.close();
  await database.drop();
});

interface RecordedResponse {
  readonly path: string;
  readonly status: number;
  readonly replayed: boolean;
}

/** A client that records the responses it gets. */
function recordingClient(
  baseUrl: string,
  options: Partial<FlorinOptions> = {},
): { florin: Florin; recorded: RecordedResponse[] } {
  const recorded: RecordedResponse[] = [];
  const florin = new Florin({
    baseUrl,
    ...options,
    fetch: async (request) => {
      const response = await fetch(request);
      const { pathname: path } = new URL(request.url);
      recorded.push({ path, status: response.status, replayed: response.headers.has('idempotent-replayed') });
      return response;
    },
  });
  return { florin, recorded };
}

/** The owner of a new account, logged in. */
async function owner(baseUrl = api.url, options: Partial<FlorinOptions> = {}) {
  const body: CreateAccount = {
    email: freshEmail(),
    name: 'Ada Ltd',
    type: 'business',
    password: PASSWORD,
  };
  const client = recordingClient(baseUrl, options);
  const account = await client.florin.accounts.create(body);
  await client.florin.login({ email: body.email, password: PASSWORD });
  client.recorded.length = 0;
  return { ...client, account };
}

const credit = (account_id: string, amount = 7500) =>
  ({ account_id, amount, currency: 'USD', type: 'credit' }) as const;

describe('an expired access token', () => {
  it('is refreshed once for ten concurrent calls, which all succeed', async () => {
    const { florin, account } = await owner(shortTokensApi.url);
    const { tokens } = florin;
    if (tokens === undefined) throw new Error('Not logged in');
    await new Promise((resolve) => setTimeout(resolve, 3_100));
    // The client does not know that the token has expired, so ten calls get 401.
    const stored: (string | undefined)[] = [];
    const { florin: restored, recorded } = recordingClient(shortTokensApi.url, {
      tokens: { ...tokens, expiresAt: Infinity },
      onTokens: (changed) => stored.push(changed?.refreshToken),
    });
    const balances = await Promise.all(Array.from({ length: 10 }, () => restored.account.balance()));
    expect(balances.map(({ account_id }) => account_id)).toEqual(Array(10).fill(account.id));
    expect(recorded.filter(({ path }) => path === '/v1/auth/refresh')).toHaveLength(1);
    expect(recorded.filter(({ status }) => status === 401).length).toBeGreaterThan(0);
    expect(stored).toEqual([restored.tokens?.refreshToken]);
  });

  it('whose refresh token was used by another client ends the session with invalid_grant', async () => {
    const { florin } = await owner(shortTokensApi.url);
    const { tokens } = florin;
    if (tokens === undefined) throw new Error('Not logged in');
    const { florin: other } = recordingClient(shortTokensApi.url, { tokens: { ...tokens, expiresAt: 0 } });
    await other.account.get();
    const { florin: late } = recordingClient(shortTokensApi.url, { tokens: { ...tokens, expiresAt: 0 } });
    await expect(late.account.get()).rejects.toMatchObject({ code: 'invalid_grant', status: 401 });
    expect(late.tokens).toBeUndefined();
  });
});

describe('a connection that is lost', () => {
  it('after the service has created a transaction: the retry creates no second one', async () => {
    const { florin, recorded, account } = await owner(proxy.url);
    proxy.when('POST /v1/transactions', 'cut-after');
    const created = await florin.transactions.create(credit(account.id));
    expect(recorded).toEqual([{ path: '/v1/transactions', status: 201, replayed: true }]);
    const { data } = await florin.transactions.page();
    expect(data.map(({ id }) => id)).toEqual([created.id]);
    expect(await florin.account.balance()).toMatchObject({ incoming: 7500 });
  });

  it('before the service has received the create: the retry creates one', async () => {
    const { florin, recorded, account } = await owner(proxy.url);
    proxy.when('POST /v1/transactions', 'cut-before');
    const created = await florin.transactions.create(credit(account.id));
    expect(recorded).toEqual([{ path: '/v1/transactions', status: 201, replayed: false }]);
    expect((await florin.transactions.page()).data.map(({ id }) => id)).toEqual([created.id]);
  });

  it('during a cancel, which is not retried, rejects with network_error', async () => {
    const { florin, account } = await owner(proxy.url);
    const { id } = await florin.transactions.create(credit(account.id));
    proxy.when(`DELETE /v1/transactions/${id}`, 'cut-after');
    await expect(florin.transactions.cancel(id)).rejects.toMatchObject({ code: 'network_error', status: 0 });
    expect((await florin.transactions.get(id)).status).toBe('canceled');
  });
});

describe('a service that is unavailable', () => {
  const delays: number[] = [];
  afterEach(() => {
    delays.length = 0;
  });
  const retry = {
    sleep: (milliseconds: number) => {
      delays.push(milliseconds);
      return Promise.resolve();
    },
  };

  it('is retried after Retry-After', async () => {
    const { florin, recorded } = await owner(api.url, { retry });
    databaseProxy.when('session_status_sessions', 'cut-before');
    await florin.account.get();
    expect(recorded.map(({ status }) => status)).toEqual([503, 200]);
    expect(delays).toEqual([1_000]);
  });

  it('during a create: the retry creates one transaction', async () => {
    const { florin, recorded, account } = await owner(api.url, { retry });
    databaseProxy.when('idempotency_keys_insert', 'cut-before');
    const created = await florin.transactions.create(credit(account.id));
    expect(recorded.map(({ status }) => status)).toEqual([503, 201]);
    expect((await florin.transactions.page()).data.map(({ id }) => id)).toEqual([created.id]);
  });
});

describe('a list', () => {
  it('iterates over all pages', async () => {
    const { florin, recorded, account } = await owner();
    const created: string[] = [];
    for (let count = 1; count <= 23; count += 1) {
      created.push((await florin.transactions.create(credit(account.id, count))).id);
    }
    recorded.length = 0;
    const listed: string[] = [];
    for await (const { id } of florin.transactions.list({ limit: 10, type: 'credit' })) listed.push(id);
    expect(listed).toEqual(created.reverse());
    expect(recorded.filter(({ path }) => path === '/v1/transactions')).toHaveLength(3);
  });

  it('of events contains the changes of the account', async () => {
    const { florin, account } = await owner();
    await florin.transactions.create(credit(account.id));
    const types: string[] = [];
    for await (const { type } of florin.events.list()) types.push(type);
    expect(types).toContain('transaction.created');
  });
});

describe('an error', () => {
  it('is a FlorinError with the service’s code, status and request id', async () => {
    const { florin, account } = await owner();
    const payment = { ...credit(account.id), type: 'payment' } as const;
    const failures = [
      [() => florin.transactions.create(payment), 'insufficient_funds', 402],
      [() => florin.transactions.create({ ...payment, currency: 'EUR' }), 'currency_mismatch', 400],
      [() => florin.transactions.get('txn_nothing'), 'not_found', 404],
      [() => florin.transactions.settle('txn_nothing'), 'forbidden', 403],
      [
        () => florin.login({ email: 'unknown@example.com', password: 'wrong password' }),
        'invalid_credentials',
        401,
      ],
      [() => florin.accounts.page(), 'forbidden', 403],
    ] as const;
    for (const [call, code, status] of failures) {
      const error: unknown = await call().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(FlorinError);
      expect(error).toMatchObject({ code, status, requestId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    }
  });

  it('for an idempotency key of another request is not retried', async () => {
    const { florin, account } = await owner();
    await florin.transactions.create(credit(account.id), { idempotencyKey: 'once' });
    await expect(
      florin.transactions.create(credit(account.id, 1), { idempotencyKey: 'once' }),
    ).rejects.toMatchObject({ code: 'idempotency_mismatch', status: 422 });
  });
});

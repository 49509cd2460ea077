import { describe, expect, it } from '@jest/globals';
import { FlorinError } from './errors.js';
import {
  aTransaction,
  lostConnection,
  json,
  errorResponse,
  scriptedClient,
} from './testing/scripted-client.js';

describe('a request', () => {
  it('has the method, path, headers and body of the OpenAPI document', async () => {
    const { florin, sent } = scriptedClient(
      [() => json(200, { id: 'txn_1', metadata: { order: 'A-1001' } })],
      {
        apiKey: 'flk_secret',
        accountId: 'acct_1',
      },
    );
    const transaction = await florin.transactions.update('txn_1', { metadata: { order: 'A-1001' } });
    expect(transaction).toEqual({ id: 'txn_1', metadata: { order: 'A-1001' } });
    expect(sent).toMatchObject([
      { method: 'PATCH', path: '/v1/transactions/txn_1', body: { metadata: { order: 'A-1001' } } },
    ]);
    const headers = sent[0]?.headers;
    expect(headers?.get('authorization')).toBe('Bearer flk_secret');
    expect(headers?.get('x-account-id')).toBe('acct_1');
    expect(headers?.get('content-type')).toBe('application/json');
    expect(headers?.has('idempotency-key')).toBe(false);
  });

  it('for an account by its id has the id in the path', async () => {
    const { florin, sent } = scriptedClient([() => json(200, { id: 'acct_1' })], { apiKey: 'flk_secret' });
    expect(await florin.accounts.get('acct_1')).toEqual({ id: 'acct_1' });
    expect(sent).toMatchObject([{ method: 'GET', path: '/v1/accounts/acct_1', body: undefined }]);
  });

  it('escapes path parameters', async () => {
    const { florin, sent } = scriptedClient([() => json(200, {})]);
    await florin.transactions.get('../accounts?x=1');
    expect(sent[0]?.path).toBe('/v1/transactions/..%2Faccounts%3Fx%3D1');
  });

  it('acts for another account without changing the original client', async () => {
    const { florin, sent } = scriptedClient([() => json(200, {})], { apiKey: 'flk_secret' });
    await florin.actingFor('acct_2').account.balance();
    await florin.account.balance();
    expect(sent.map(({ headers }) => headers.get('x-account-id'))).toEqual(['acct_2', null]);
  });
});

describe('options that are undefined', () => {
  it('count as not set', async () => {
    const unset = process.env['FLORIN_NOT_SET'];
    const options = {
      apiKey: unset,
      accountId: unset,
      tokens: undefined,
      timeoutMs: undefined,
      retry: undefined,
    };
    const { florin, sent } = scriptedClient(
      [() => json(200, { access_token: 'a', refresh_token: 'r' })],
      options,
    );
    await florin.login({ email: 'grace@example.com', password: 'correct horse battery' });
    await florin.account.get();
    expect(sent.map(({ headers }) => headers.get('x-account-id'))).toEqual([null, null]);
    expect(sent[1]?.headers.get('authorization')).toBe('Bearer a');
  });
});

describe('a client with an API key', () => {
  it('does not log in', async () => {
    const { florin, sent } = scriptedClient([() => json(200, {})], { apiKey: 'flk_secret' });
    const login = florin.login({ email: 'grace@example.com', password: 'correct horse battery' });
    await expect(login).rejects.toThrow('has no session');
    expect(sent).toEqual([]);
  });

  it('does not accept session tokens', () => {
    const tokens = { accessToken: 'a', refreshToken: 'r', expiresAt: 0 };
    expect(() => scriptedClient([], { apiKey: 'flk_secret', tokens })).toThrow('has no session');
  });
});

describe('a create', () => {
  it('has a random idempotency key, or the caller’s', async () => {
    const { florin, sent } = scriptedClient([() => json(201, {})]);
    await florin.transactions.create(aTransaction);
    await florin.transactions.create(aTransaction);
    await florin.apiKeys.create({ name: 'till' }, { idempotencyKey: 'mine' });
    const [first, second, third] = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toMatch(/^[0-9a-f]{32}$/);
    expect(second).not.toBe(first);
    expect(third).toBe('mine');
  });

  it('has a random key also where crypto.randomUUID is missing (insecure contexts)', async () => {
    const original = Object.getOwnPropertyDescriptor(Crypto.prototype, 'randomUUID') ?? {};
    Object.defineProperty(Crypto.prototype, 'randomUUID', { ...original, value: undefined });
    try {
      const { florin, sent } = scriptedClient([() => json(201, {})]);
      await florin.transactions.create(aTransaction);
      expect(sent[0]?.headers.get('idempotency-key')).toHaveLength(32);
    } finally {
      Object.defineProperty(Crypto.prototype, 'randomUUID', original);
    }
  });

  it('is retried with the same key and body after a lost connection', async () => {
    const { florin, sent, delays } = scriptedClient([
      lostConnection,
      lostConnection,
      () => json(201, { id: 'txn_1' }),
    ]);
    expect(await florin.transactions.create(aTransaction)).toEqual({ id: 'txn_1' });
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(sent.map(({ body }) => body)).toEqual([aTransaction, aTransaction, aTransaction]);
    expect(delays).toEqual([200, 400]);
  });

  it('is retried when the connection is lost in the middle of the response', async () => {
    const truncated = () =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(new TextEncoder().encode('{"id":'));
            controller.error(new TypeError('terminated'));
          },
        }),
        { status: 201, headers: { 'content-type': 'application/json' } },
      );
    const { florin, sent } = scriptedClient([truncated, () => json(201, { id: 'txn_1' })]);
    expect(await florin.transactions.create(aTransaction)).toEqual({ id: 'txn_1' });
    expect(sent).toHaveLength(2);
  });
});

describe('an error', () => {
  it('has the code, the status and the request id of the response', async () => {
    const { florin } = scriptedClient([() => errorResponse(402, 'insufficient_funds')]);
    const error = await florin.transactions.create(aTransaction).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FlorinError);
    expect(error).toMatchObject({
      name: 'FlorinError',
      code: 'insufficient_funds',
      status: 402,
      requestId: 'request-1',
      message: 'Message of insufficient_funds.',
    });
  });

  it('is a network_error with its cause if there is no response', async () => {
    const { florin } = scriptedClient([lostConnection]);
    await expect(florin.account.get()).rejects.toMatchObject({
      code: 'network_error',
      status: 0,
      cause: expect.objectContaining({ message: 'fetch failed' }),
    });
  });

  it.each([
    ['a proxy’s error page', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 502],
    ['a captive portal’s page', () => new Response('<h1>Log in to the network</h1>'), 200],
    ['an empty error response', () => new Response(null, { status: 500 }), 500],
    ['a gateway’s own error', () => json(404, { status: 404, error: 'Not Found', message: 'No route' }), 404],
    ['an error code that is an object', () => json(400, { error: { code: 7 }, message: null }), 400],
    [
      'truncated JSON',
      () => new Response('{"id":', { headers: { 'content-type': 'application/json' } }),
      200,
    ],
    ['null', () => new Response('null', { headers: { 'content-type': 'application/json' } }), 200],
    ['an array', () => json(200, []), 200],
  ])('is unexpected_response for %s', async (_, reply, status) => {
    const { florin } = scriptedClient([reply]);
    await expect(florin.account.get()).rejects.toMatchObject({ code: 'unexpected_response', status });
  });

  it('is not thrown for another spelling of the content type', async () => {
    const { florin } = scriptedClient([
      () => json(200, { id: 'acct_1' }, { 'content-type': 'Application/JSON;charset=UTF-8' }),
    ]);
    expect(await florin.account.get()).toEqual({ id: 'acct_1' });
  });

  it('is unexpected_response for a redirect, which is not followed', async () => {
    const moved = () => new Response(null, { status: 301, headers: { location: 'https://moved.example/' } });
    const { florin, sent } = scriptedClient([moved]);
    await expect(florin.transactions.create(aTransaction)).rejects.toMatchObject({
      code: 'unexpected_response',
      status: 301,
      message: expect.stringContaining('https://moved.example/'),
    });
    expect(sent).toMatchObject([{ redirect: 'manual' }]);
  });
});

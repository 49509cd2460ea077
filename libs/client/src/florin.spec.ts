import { describe, expect, it } from '@jest/globals';
import { FlorinError } from './errors.js';
import { aTransaction, brokenLine, json, refusal, scripted } from './testing/scripted-fetch.js';

describe('a call', () => {
  it('is the request that the contract describes, and its answer', async () => {
    const { florin, sent } = scripted([() => json(200, { id: 'txn_1', metadata: { order: 'A-1001' } })], {
      apiKey: 'flk_secret',
      accountId: 'acct_1',
    });
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

  it('keeps what goes into an address in its place', async () => {
    const { florin, sent } = scripted([() => json(200, {})]);
    await florin.transactions.get('../accounts?x=1');
    expect(sent[0]?.path).toBe('/v1/transactions/..%2Faccounts%3Fx%3D1');
  });

  it('acts for another account without touching the one it came from', async () => {
    const { florin, sent } = scripted([() => json(200, {})], { apiKey: 'flk_secret' });
    await florin.actingFor('acct_2').account.balance();
    await florin.account.balance();
    expect(sent.map(({ headers }) => headers.get('x-account-id'))).toEqual(['acct_2', null]);
  });
});

describe('a client whose settings are not set', () => {
  it('is one without them, and may still log in', async () => {
    const unset = process.env['FLORIN_NOT_SET'];
    const options = {
      apiKey: unset,
      accountId: unset,
      tokens: undefined,
      timeoutMs: undefined,
      retry: undefined,
    };
    const { florin, sent } = scripted([() => json(200, { access_token: 'a', refresh_token: 'r' })], options);
    await florin.login({ email: 'grace@example.com', password: 'correct horse battery' });
    await florin.account.get();
    expect(sent.map(({ headers }) => headers.get('x-account-id'))).toEqual([null, null]);
    expect(sent[1]?.headers.get('authorization')).toBe('Bearer a');
  });
});

describe('a client with an API key', () => {
  it('begins no session beside it, which nothing would use', async () => {
    const { florin, sent } = scripted([() => json(200, {})], { apiKey: 'flk_secret' });
    const login = florin.login({ email: 'grace@example.com', password: 'correct horse battery' });
    await expect(login).rejects.toThrow('has no session');
    expect(sent).toEqual([]);
  });

  it('continues none either', () => {
    const tokens = { accessToken: 'a', refreshToken: 'r', expiresAt: 0 };
    expect(() => scripted([], { apiKey: 'flk_secret', tokens })).toThrow('has no session');
  });
});

describe('a creating call', () => {
  it('draws a key of its own, or takes the caller’s', async () => {
    const { florin, sent } = scripted([() => json(201, {})]);
    await florin.transactions.create(aTransaction);
    await florin.transactions.create(aTransaction);
    await florin.apiKeys.create({ name: 'till' }, { idempotencyKey: 'mine' });
    const [first, second, third] = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toMatch(/^[0-9a-f]{32}$/);
    expect(second).not.toBe(first);
    expect(third).toBe('mine');
  });

  it('draws it also on a page that is not secure, where a browser draws no UUIDs', async () => {
    const draw = Object.getOwnPropertyDescriptor(Crypto.prototype, 'randomUUID') ?? {};
    Object.defineProperty(Crypto.prototype, 'randomUUID', { ...draw, value: undefined });
    try {
      const { florin, sent } = scripted([() => json(201, {})]);
      await florin.transactions.create(aTransaction);
      expect(sent[0]?.headers.get('idempotency-key')).toHaveLength(32);
    } finally {
      Object.defineProperty(Crypto.prototype, 'randomUUID', draw);
    }
  });

  it('is sent again with the same key and body when the line broke', async () => {
    const { florin, sent, slept } = scripted([brokenLine, brokenLine, () => json(201, { id: 'txn_1' })]);
    expect(await florin.transactions.create(aTransaction)).toEqual({ id: 'txn_1' });
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(sent.map(({ body }) => body)).toEqual([aTransaction, aTransaction, aTransaction]);
    expect(slept).toEqual([200, 400]);
  });

  it('is sent again when the line broke in the middle of the answer', async () => {
    const half = () =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(new TextEncoder().encode('{"id":'));
            controller.error(new TypeError('terminated'));
          },
        }),
        { status: 201, headers: { 'content-type': 'application/json' } },
      );
    const { florin, sent } = scripted([half, () => json(201, { id: 'txn_1' })]);
    expect(await florin.transactions.create(aTransaction)).toEqual({ id: 'txn_1' });
    expect(sent).toHaveLength(2);
  });
});

describe('an error', () => {
  it('carries the code, the status and the name of the request', async () => {
    const { florin } = scripted([() => refusal(402, 'insufficient_funds')]);
    const error = await florin.transactions.create(aTransaction).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FlorinError);
    expect(error).toMatchObject({
      name: 'FlorinError',
      code: 'insufficient_funds',
      status: 402,
      requestId: 'request-1',
      message: 'It is insufficient_funds.',
    });
  });

  it('says that nobody could be reached, and why', async () => {
    const { florin } = scripted([brokenLine]);
    await expect(florin.account.get()).rejects.toMatchObject({
      code: 'network_error',
      status: 0,
      cause: expect.objectContaining({ message: 'fetch failed' }),
    });
  });

  it.each([
    ['a page of some proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 502],
    ['a good page that is no answer', () => new Response('<h1>Log in to the network</h1>'), 200],
    ['an empty refusal', () => new Response(null, { status: 500 }), 500],
    [
      'a gateway’s own refusal',
      () => json(404, { status: 404, error: 'Not Found', message: 'No route' }),
      404,
    ],
    ['a refusal with an object for a code', () => json(400, { error: { code: 7 }, message: null }), 400],
    [
      'half an answer',
      () => new Response('{"id":', { headers: { 'content-type': 'application/json' } }),
      200,
    ],
    [
      'an answer that is nothing',
      () => new Response('null', { headers: { 'content-type': 'application/json' } }),
      200,
    ],
    ['an answer that is a list', () => json(200, []), 200],
  ])('is told from %s', async (_, reply, status) => {
    const { florin } = scripted([reply]);
    await expect(florin.account.get()).rejects.toMatchObject({ code: 'unexpected_answer', status });
  });

  it('is none where a proxy spells the type of an answer otherwise', async () => {
    const { florin } = scripted([
      () => json(200, { id: 'acct_1' }, { 'content-type': 'Application/JSON;charset=UTF-8' }),
    ]);
    expect(await florin.account.get()).toEqual({ id: 'acct_1' });
  });

  it('is made of an answer that points elsewhere, which is not followed', async () => {
    const moved = () => new Response(null, { status: 301, headers: { location: 'https://moved.example/' } });
    const { florin, sent } = scripted([moved]);
    await expect(florin.transactions.create(aTransaction)).rejects.toMatchObject({
      code: 'unexpected_answer',
      status: 301,
      message: expect.stringContaining('https://moved.example/'),
    });
    expect(sent).toMatchObject([{ redirect: 'manual' }]);
  });
});

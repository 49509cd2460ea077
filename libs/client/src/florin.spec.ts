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

describe('a creating call', () => {
  it('draws a key of its own, or takes the caller’s', async () => {
    const { florin, sent } = scripted([() => json(201, {})]);
    await florin.transactions.create(aTransaction);
    await florin.transactions.create(aTransaction);
    await florin.apiKeys.create({ name: 'till' }, { idempotencyKey: 'mine' });
    const [first, second, third] = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).not.toBe(first);
    expect(third).toBe('mine');
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
  ])('is told from %s', async (_, reply, status) => {
    const { florin } = scripted([reply]);
    await expect(florin.account.get()).rejects.toMatchObject({ code: 'unexpected_answer', status });
  });
});

describe('a session', () => {
  const tokens = (number: number, expires_in = 3600) => ({
    access_token: `access-${number}`,
    refresh_token: `refresh-${number}`,
    token_type: 'Bearer',
    expires_in,
  });

  it('begins with a login, is told of, and ends with a logout', async () => {
    const told: (string | undefined)[] = [];
    const { florin, sent } = scripted([() => json(200, { ...tokens(1), session_id: 'sess_1' })], {
      onTokens: (changed) => told.push(changed?.accessToken),
    });
    await florin.login({ email: 'ada@example.com', password: 'secret' });
    expect(sent[0]?.headers.has('authorization')).toBe(false);
    await florin.logout();
    expect(sent[1]).toMatchObject({ method: 'DELETE', path: '/v1/auth/session' });
    expect(told).toEqual(['access-1', undefined]);
    expect(florin.tokens).toBeUndefined();
  });

  it('is the caller’s own, whichever account it acts for', async () => {
    const { florin, sent } = scripted([() => json(200, { data: [], has_more: false })], {
      tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: Date.now() + 60_000 },
    });
    const acting = florin.actingFor('acct_2');
    await acting.sessions.page();
    await acting.users.page();
    await acting.logout();
    expect(sent.map(({ headers }) => headers.get('x-account-id'))).toEqual([null, 'acct_2', null]);
  });

  it('that is known to have expired is refreshed before the call', async () => {
    const kept = { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: Date.now() - 1 };
    const { florin, sent } = scripted([() => json(200, tokens(2)), () => json(200, {})], { tokens: kept });
    await florin.account.get();
    expect(sent[0]).toMatchObject({ path: '/v1/auth/refresh', body: { refresh_token: 'refresh-1' } });
    expect(sent[1]?.headers.get('authorization')).toBe('Bearer access-2');
  });

  it.each([
    ['is answered', () => json(200, tokens(2))],
    ['is refused', () => json(401, { error: 'invalid_grant', message: 'No.' })],
  ])('that began while an older one was being exchanged stays when that %s', async (_, reply) => {
    const late = Promise.withResolvers<undefined>();
    const kept = { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: 0 };
    const answer = async ({ path }: { path: string }) => {
      if (path === '/v1/auth/login') return json(200, { ...tokens(9), session_id: 'sess_9' });
      if (path !== '/v1/auth/refresh') return json(200, {});
      await late.promise;
      return reply();
    };
    const { florin } = scripted([answer, answer, answer, answer], { tokens: kept });
    const call = florin.account.get();
    await florin.login({ email: 'bob@example.com', password: 'secret' });
    late.resolve(undefined);
    await call;
    expect(florin.tokens?.accessToken).toBe('access-9');
  });

  it('is refreshed once for all the calls that find it expired', async () => {
    let refreshes = 0;
    const { florin, sent } = scripted(
      [
        async ({ path, headers }) => {
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
          if (path === '/v1/auth/refresh') return json(200, tokens((refreshes += 1) + 1));
          return headers.get('authorization') === 'Bearer access-2'
            ? json(200, {})
            : refusal(401, 'unauthorized');
        },
      ],
      { tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: Infinity } },
    );
    await Promise.all(Array.from({ length: 10 }, () => florin.account.get()));
    expect(refreshes).toBe(1);
    expect(sent.filter(({ path }) => path === '/v1/account').length).toBeLessThanOrEqual(20);
  });

  it('whose refresh is refused has ended for all of them, and is not tried again', async () => {
    const { florin, sent } = scripted(
      [
        ({ path }) =>
          path === '/v1/auth/refresh' ? refusal(401, 'invalid_grant') : refusal(401, 'unauthorized'),
      ],
      { tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: Infinity } },
    );
    const outcomes = await Promise.allSettled([florin.account.get(), florin.account.balance()]);
    expect(outcomes).toMatchObject([
      { reason: { code: 'invalid_grant' } },
      { reason: { code: 'invalid_grant' } },
    ]);
    expect(florin.tokens).toBeUndefined();
    await expect(florin.account.get()).rejects.toMatchObject({ code: 'unauthorized' });
    expect(sent.filter(({ path }) => path === '/v1/auth/refresh')).toHaveLength(1);
  });

  it('survives a refresh that never got through', async () => {
    const { florin } = scripted(
      [({ path }) => (path === '/v1/auth/refresh' ? brokenLine() : refusal(401, 'unauthorized'))],
      { tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: Infinity } },
    );
    await expect(florin.account.get()).rejects.toMatchObject({ code: 'network_error' });
    expect(florin.tokens?.refreshToken).toBe('refresh-1');
  });

  it('that is refused anew after a refresh tells the refusal', async () => {
    const { florin, sent } = scripted(
      [({ path }) => (path === '/v1/auth/refresh' ? json(200, tokens(2)) : refusal(401, 'unauthorized'))],
      { tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: Infinity } },
    );
    await expect(florin.account.update({ name: 'x' })).rejects.toMatchObject({ code: 'unauthorized' });
    expect(sent.map(({ path }) => path)).toEqual(['/v1/account', '/v1/auth/refresh', '/v1/account']);
  });

  it('has nothing to refresh with a key', async () => {
    const { florin, sent } = scripted([() => refusal(401, 'unauthorized')], { apiKey: 'flk_secret' });
    await expect(florin.account.get()).rejects.toMatchObject({ code: 'unauthorized' });
    expect(sent).toHaveLength(1);
  });
});

import { describe, expect, it } from '@jest/globals';
import { FlorinError } from './errors.js';
import { brokenLine, json, refusal, type Reply, scripted } from './testing/scripted-fetch.js';

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
    await expect(florin.account.get()).rejects.toMatchObject({ code: 'invalid_grant' });
    expect(sent.filter(({ path }) => path === '/v1/auth/refresh')).toHaveLength(1);
  });

  it('that has ended lets no call go as nobody’s, until it is logged in or out', async () => {
    const told: (string | undefined)[] = [];
    const { florin, sent } = scripted(
      [
        ({ path, headers }) => {
          if (path === '/v1/auth/refresh') return refusal(401, 'invalid_grant');
          if (path === '/v1/auth/login') return json(200, { ...tokens(2), session_id: 'sess_2' });
          return headers.get('authorization') === 'Bearer access-1'
            ? refusal(401, 'unauthorized')
            : json(201, {});
        },
      ],
      {
        tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: Infinity },
        onTokens: (changed) => told.push(changed?.accessToken),
      },
    );
    const member = { email: 'bob@example.com', password: 'secret' };
    for (const florinOrOther of [florin, florin.actingFor('acct_2'), florin])
      await expect(florinOrOther.users.create(member)).rejects.toMatchObject({ code: 'invalid_grant' });
    expect(sent.filter(({ headers }) => !headers.has('authorization'))).toMatchObject([
      { path: '/v1/auth/refresh' },
    ]);
    await florin.login(member);
    await florin.users.create(member);
    expect(sent.at(-1)?.headers.get('authorization')).toBe('Bearer access-2');
    expect(told).toEqual([undefined, 'access-2']);
  });

  it.each([
    ['before', 0],
    ['after', Infinity],
  ])(
    'that is logged out during an exchange lets no call go as nobody’s (%s the call)',
    async (_, expiresAt) => {
      const exchange = Promise.withResolvers<Response>();
      const begun = Promise.withResolvers<undefined>();
      const { florin, sent } = scripted(
        [
          ({ path, method, headers }) => {
            if (path !== '/v1/auth/refresh')
              return headers.has('authorization') && method === 'POST'
                ? refusal(401, 'unauthorized')
                : json(201, {});
            begun.resolve(undefined);
            return exchange.promise;
          },
        ],
        { tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt } },
      );
      const call = florin.users.create({ email: 'bob@example.com', password: 'secret' });
      await begun.promise;
      const logout = florin.logout();
      if (expiresAt === 0) exchange.resolve(refusal(401, 'invalid_grant'));
      await logout;
      exchange.resolve(json(200, tokens(2)));
      await expect(call).rejects.toBeInstanceOf(FlorinError);
      expect(
        sent.filter(({ path, headers }) => path === '/v1/users' && !headers.has('authorization')),
      ).toEqual([]);
    },
  );

  it.each([
    [
      'at once',
      (trouble: string) => {
        throw new Error(trouble);
      },
    ],
    [
      'after a while',
      async (trouble: string) => {
        await Promise.resolve();
        throw new Error(trouble);
      },
    ],
  ])(
    'whose new tokens could not be kept, which turns out %s, is told of and goes on with them',
    async (_, fail) => {
      const keep = ['disk full'];
      const { florin, sent } = scripted(
        [({ path }) => (path === '/v1/auth/refresh' ? json(200, tokens(2)) : json(200, {}))],
        {
          tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: 0 },
          onTokens: () => {
            const trouble = keep.pop();
            return trouble === undefined ? undefined : fail(trouble);
          },
        },
      );
      await expect(florin.account.get()).rejects.toThrow('disk full');
      expect(florin.tokens?.refreshToken).toBe('refresh-2');
      await florin.account.get();
      expect(sent.map(({ path }) => path)).toEqual(['/v1/auth/refresh', '/v1/account']);
    },
  );

  it('is begun, and over, once whoever keeps its tokens has done so', async () => {
    const kept: unknown[] = [];
    const { florin } = scripted(
      [({ method }) => (method === 'POST' ? json(200, tokens(1)) : json(200, { message: 'Ended.' }))],
      {
        onTokens: async (changed) => {
          await new Promise((resolve) => setImmediate(resolve));
          kept.push(changed?.accessToken);
        },
      },
    );
    await florin.login({ email: 'ada@example.com', password: 'correct horse battery' });
    expect(kept).toEqual(['access-1']);
    await florin.logout();
    expect(kept).toEqual(['access-1', undefined]);
  });

  it('that is over at the service is only forgotten by a logout', async () => {
    const { florin } = scripted(
      [
        ({ path }) =>
          path === '/v1/auth/refresh' ? refusal(401, 'invalid_grant') : refusal(401, 'unauthorized'),
      ],
      { tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: Infinity } },
    );
    await expect(florin.logout()).resolves.toBeUndefined();
    await expect(florin.account.get()).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it.each<[string, Reply, string]>([
    ['never got through', brokenLine, 'network_error'],
    ['a proxy refused', () => new Response('<h1>Forbidden</h1>', { status: 403 }), 'unexpected_answer'],
    ['is refused while the user is suspended', () => refusal(403, 'unauthorized'), 'unauthorized'],
  ])('survives a refresh that %s', async (_, reply, code) => {
    const { florin } = scripted(
      [(sent) => (sent.path === '/v1/auth/refresh' ? reply(sent) : refusal(401, 'unauthorized'))],
      { tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: Infinity } },
    );
    await expect(florin.account.get()).rejects.toMatchObject({ code });
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

describe('a call that began in an earlier session', () => {
  const bob = { email: 'bob@example.com', password: 'secret' };
  const ada = (expiresAt: number) => ({ accessToken: 'ada', refreshToken: 'ada', expiresAt });
  const tokensOf = (name: string, expires_in = 3600) =>
    json(200, {
      access_token: name,
      refresh_token: name,
      token_type: 'Bearer',
      expires_in,
      session_id: name,
    });

  /** A service that knows Bob, and Ada no longer. What else is said takes precedence. */
  const serviceOfBob =
    (said: (sent: Parameters<Reply>[0]) => ReturnType<Reply> | undefined): Reply =>
    (sent) =>
      said(sent) ??
      (sent.path === '/v1/auth/login'
        ? tokensOf('bob')
        : sent.headers.get('authorization') === 'Bearer bob'
          ? json(200, {})
          : refusal(401, 'unauthorized'));

  const sendersOf = (sent: ReturnType<typeof scripted>['sent'], path: string) =>
    sent.filter((one) => one.path === path).map(({ headers }) => headers.get('authorization'));

  it('and slept meanwhile is refused, and not finished in the next one', async () => {
    const answers = [refusal(429, 'rate_limited', { 'retry-after': '10' })];
    const line = serviceOfBob(({ path, method }) =>
      path === '/v1/account' ? answers.shift() : method === 'DELETE' ? json(200, {}) : undefined,
    );
    const { florin, sent } = scripted([line], {
      tokens: ada(Infinity),
      retry: {
        sleep: async () => {
          await florin.logout();
          await florin.login(bob);
        },
      },
    });
    await expect(florin.account.close()).rejects.toMatchObject({ code: 'unauthorized' });
    expect(sendersOf(sent, '/v1/account')).toEqual(['Bearer ada', 'Bearer ada']);
    await florin.account.get();
    expect(sendersOf(sent, '/v1/account').at(-1)).toBe('Bearer bob');
  });

  it.each([
    ['is answered', () => tokensOf('ada-2')],
    ['is refused', () => refusal(401, 'invalid_grant')],
  ])('whose exchange of tokens %s only then is refused as well', async (_, reply) => {
    const exchange = Promise.withResolvers<Response>();
    const line = serviceOfBob(({ path }) => (path === '/v1/auth/refresh' ? exchange.promise : undefined));
    const { florin, sent } = scripted([line], { tokens: ada(0) });
    const close = florin.account.close();
    await florin.login(bob);
    exchange.resolve(reply());
    await expect(close).rejects.toMatchObject({ code: 'unauthorized' });
    expect(sendersOf(sent, '/v1/account')).toEqual(['Bearer ada']);
    expect(florin.tokens?.accessToken).toBe('bob');
  });

  it('holds up no exchange of the next one', async () => {
    const line = serviceOfBob(({ path, body }) => {
      if (path === '/v1/auth/login') return tokensOf('short', 0);
      if (path !== '/v1/auth/refresh') return undefined;
      const { refresh_token } = body as { refresh_token: string };
      return refresh_token === 'short' ? tokensOf('bob') : new Promise(() => undefined);
    });
    const { florin } = scripted([line], { tokens: ada(0) });
    const controller = new AbortController();
    const close = florin.account.close({ signal: controller.signal });
    await florin.login(bob);
    await expect(florin.account.get()).resolves.toEqual({});
    controller.abort(new Error('enough'));
    await expect(close).rejects.toThrow('enough');
  });

  it('and ends it does not end the next one', async () => {
    const ended = Promise.withResolvers<Response>();
    const told: (string | undefined)[] = [];
    const line = serviceOfBob(({ method }) => (method === 'DELETE' ? ended.promise : undefined));
    const { florin } = scripted([line], {
      tokens: ada(Infinity),
      onTokens: (changed) => told.push(changed?.accessToken),
    });
    const logout = florin.logout();
    await florin.login(bob);
    ended.resolve(json(200, {}));
    await logout;
    expect(florin.tokens?.accessToken).toBe('bob');
    expect(told).toEqual(['bob']);
  });

  it('and was to end it is not sent in the next one when it is refused', async () => {
    const ended = Promise.withResolvers<Response>();
    const line = serviceOfBob(({ method, headers }) =>
      method === 'DELETE' && headers.get('authorization') === 'Bearer ada' ? ended.promise : undefined,
    );
    const { florin, sent } = scripted([line], { tokens: ada(Infinity) });
    const logout = florin.logout();
    await florin.login(bob);
    ended.resolve(refusal(401, 'unauthorized'));
    await expect(logout).rejects.toMatchObject({ code: 'unauthorized' });
    expect(sendersOf(sent, '/v1/auth/session')).toEqual(['Bearer ada']);
    expect(florin.tokens?.accessToken).toBe('bob');
  });
});

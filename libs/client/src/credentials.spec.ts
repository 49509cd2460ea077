import { describe, expect, it } from '@jest/globals';
import { FlorinError } from './errors.js';
import {
  lostConnection,
  json,
  errorResponse,
  type Reply,
  scriptedClient,
} from './testing/scripted-client.js';

describe('a session', () => {
  const tokens = (number: number, expires_in = 3600) => ({
    access_token: `access-${number}`,
    refresh_token: `refresh-${number}`,
    token_type: 'Bearer',
    expires_in,
  });

  it('begins with a login and ends with a logout, and onTokens is called for both', async () => {
    const changes: (string | undefined)[] = [];
    const { florin, sent } = scriptedClient([() => json(200, { ...tokens(1), session_id: 'sess_1' })], {
      onTokens: (changed) => changes.push(changed?.accessToken),
    });
    await florin.login({ email: 'ada@example.com', password: 'secret' });
    expect(sent[0]?.headers.has('authorization')).toBe(false);
    await florin.logout();
    expect(sent[1]).toMatchObject({ method: 'DELETE', path: '/v1/auth/session' });
    expect(changes).toEqual(['access-1', undefined]);
    expect(florin.tokens).toBeUndefined();
  });

  it('is listed and ended without the account that the client acts for', async () => {
    const { florin, sent } = scriptedClient([() => json(200, { data: [], has_more: false })], {
      tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: Date.now() + 60_000 },
    });
    const acting = florin.actingFor('acct_2');
    await acting.sessions.page();
    await acting.users.page();
    await acting.logout();
    expect(sent.map(({ headers }) => headers.get('x-account-id'))).toEqual([null, 'acct_2', null]);
  });

  it('whose access token has expired is refreshed before the call', async () => {
    const stored = { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: Date.now() - 1 };
    const { florin, sent } = scriptedClient([() => json(200, tokens(2)), () => json(200, {})], {
      tokens: stored,
    });
    await florin.account.get();
    expect(sent[0]).toMatchObject({ path: '/v1/auth/refresh', body: { refresh_token: 'refresh-1' } });
    expect(sent[1]?.headers.get('authorization')).toBe('Bearer access-2');
  });

  it.each([
    ['succeeds', () => json(200, tokens(2))],
    ['is rejected', () => json(401, { error: 'invalid_grant', message: 'Expired.' })],
  ])('that begins during a refresh of the previous one is kept when the refresh %s', async (_, reply) => {
    const late = Promise.withResolvers<undefined>();
    const stored = { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: 0 };
    const service = async ({ path }: { path: string }) => {
      if (path === '/v1/auth/login') return json(200, { ...tokens(9), session_id: 'sess_9' });
      if (path !== '/v1/auth/refresh') return json(200, {});
      await late.promise;
      return reply();
    };
    const { florin } = scriptedClient([service], { tokens: stored });
    const call = florin.account.get();
    await florin.login({ email: 'bob@example.com', password: 'secret' });
    late.resolve(undefined);
    await call;
    expect(florin.tokens?.accessToken).toBe('access-9');
  });

  it('is refreshed once for all calls that get 401', async () => {
    let refreshes = 0;
    const { florin, sent } = scriptedClient(
      [
        async ({ path, headers }) => {
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
          if (path === '/v1/auth/refresh') return json(200, tokens((refreshes += 1) + 1));
          return headers.get('authorization') === 'Bearer access-2'
            ? json(200, {})
            : errorResponse(401, 'unauthorized');
        },
      ],
      { tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: Infinity } },
    );
    await Promise.all(Array.from({ length: 10 }, () => florin.account.get()));
    expect(refreshes).toBe(1);
    expect(sent.filter(({ path }) => path === '/v1/account').length).toBeLessThanOrEqual(20);
  });

  it('whose refresh is rejected has ended for all calls, and is not refreshed again', async () => {
    const { florin, sent } = scriptedClient(
      [
        ({ path }) =>
          path === '/v1/auth/refresh'
            ? errorResponse(401, 'invalid_grant')
            : errorResponse(401, 'unauthorized'),
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

  it('that has ended rejects all calls until the next login, and sends none without a token', async () => {
    const changes: (string | undefined)[] = [];
    const { florin, sent } = scriptedClient(
      [
        ({ path, headers }) => {
          if (path === '/v1/auth/refresh') return errorResponse(401, 'invalid_grant');
          if (path === '/v1/auth/login') return json(200, { ...tokens(2), session_id: 'sess_2' });
          return headers.get('authorization') === 'Bearer access-1'
            ? errorResponse(401, 'unauthorized')
            : json(201, {});
        },
      ],
      {
        tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: Infinity },
        onTokens: (changed) => changes.push(changed?.accessToken),
      },
    );
    const member = { email: 'bob@example.com', password: 'secret' };
    for (const client of [florin, florin.actingFor('acct_2'), florin])
      await expect(client.users.create(member)).rejects.toMatchObject({ code: 'invalid_grant' });
    expect(sent.filter(({ headers }) => !headers.has('authorization'))).toMatchObject([
      { path: '/v1/auth/refresh' },
    ]);
    await florin.login(member);
    await florin.users.create(member);
    expect(sent.at(-1)?.headers.get('authorization')).toBe('Bearer access-2');
    expect(changes).toEqual([undefined, 'access-2']);
  });

  it.each([
    ['before', 0],
    ['after', Infinity],
  ])(
    'that is logged out during a refresh sends no call without a token (refresh %s the call)',
    async (_, expiresAt) => {
      const refresh = Promise.withResolvers<Response>();
      const begun = Promise.withResolvers<undefined>();
      const { florin, sent } = scriptedClient(
        [
          ({ path, method, headers }) => {
            if (path !== '/v1/auth/refresh')
              return headers.has('authorization') && method === 'POST'
                ? errorResponse(401, 'unauthorized')
                : json(201, {});
            begun.resolve(undefined);
            return refresh.promise;
          },
        ],
        { tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt } },
      );
      const call = florin.users.create({ email: 'bob@example.com', password: 'secret' });
      await begun.promise;
      const logout = florin.logout();
      if (expiresAt === 0) refresh.resolve(errorResponse(401, 'invalid_grant'));
      await logout;
      refresh.resolve(json(200, tokens(2)));
      await expect(call).rejects.toBeInstanceOf(FlorinError);
      expect(
        sent.filter(({ path, headers }) => path === '/v1/users' && !headers.has('authorization')),
      ).toEqual([]);
    },
  );

  it.each([
    [
      'it throws',
      (reason: string) => {
        throw new Error(reason);
      },
    ],
    [
      'it rejects',
      async (reason: string) => {
        await Promise.resolve();
        throw new Error(reason);
      },
    ],
  ])(
    'continues with its new tokens when onTokens fails (%s), and the call rejects with that error',
    async (_, fail) => {
      const failures = ['disk full'];
      const { florin, sent } = scriptedClient(
        [({ path }) => (path === '/v1/auth/refresh' ? json(200, tokens(2)) : json(200, {}))],
        {
          tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: 0 },
          onTokens: () => {
            const reason = failures.pop();
            return reason === undefined ? undefined : fail(reason);
          },
        },
      );
      await expect(florin.account.get()).rejects.toThrow('disk full');
      expect(florin.tokens?.refreshToken).toBe('refresh-2');
      await florin.account.get();
      expect(sent.map(({ path }) => path)).toEqual(['/v1/auth/refresh', '/v1/account']);
    },
  );

  it('begins and ends after the promise of onTokens has resolved', async () => {
    const stored: unknown[] = [];
    const { florin } = scriptedClient(
      [({ method }) => (method === 'POST' ? json(200, tokens(1)) : json(200, { message: 'Ended.' }))],
      {
        onTokens: async (changed) => {
          await new Promise((resolve) => setImmediate(resolve));
          stored.push(changed?.accessToken);
        },
      },
    );
    await florin.login({ email: 'ada@example.com', password: 'correct horse battery' });
    expect(stored).toEqual(['access-1']);
    await florin.logout();
    expect(stored).toEqual(['access-1', undefined]);
  });

  it('that the service has already ended is cleared by a logout', async () => {
    const { florin } = scriptedClient(
      [
        ({ path }) =>
          path === '/v1/auth/refresh'
            ? errorResponse(401, 'invalid_grant')
            : errorResponse(401, 'unauthorized'),
      ],
      { tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: Infinity } },
    );
    await expect(florin.logout()).resolves.toBeUndefined();
    await expect(florin.account.get()).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it.each<[string, Reply, string]>([
    ['gets no response', lostConnection, 'network_error'],
    ['a proxy rejects', () => new Response('<h1>Forbidden</h1>', { status: 403 }), 'unexpected_response'],
    ['is rejected because the user is suspended', () => errorResponse(403, 'unauthorized'), 'unauthorized'],
  ])('continues after a refresh that %s', async (_, reply, code) => {
    const { florin } = scriptedClient(
      [(sent) => (sent.path === '/v1/auth/refresh' ? reply(sent) : errorResponse(401, 'unauthorized'))],
      { tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: Infinity } },
    );
    await expect(florin.account.get()).rejects.toMatchObject({ code });
    expect(florin.tokens?.refreshToken).toBe('refresh-1');
  });

  it('rejects the call when it gets 401 again after a refresh', async () => {
    const { florin, sent } = scriptedClient(
      [
        ({ path }) =>
          path === '/v1/auth/refresh' ? json(200, tokens(2)) : errorResponse(401, 'unauthorized'),
      ],
      { tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: Infinity } },
    );
    await expect(florin.account.update({ name: 'x' })).rejects.toMatchObject({ code: 'unauthorized' });
    expect(sent.map(({ path }) => path)).toEqual(['/v1/account', '/v1/auth/refresh', '/v1/account']);
  });

  it.each<[string, string, Record<string, string>]>([
    [
      'the token lacks a permission',
      'unauthorized',
      { 'www-authenticate': 'Bearer error="insufficient_scope"' },
    ],
    ['the current password is wrong', 'invalid_credentials', { 'www-authenticate': 'Bearer' }],
  ])('is not refreshed when %s', async (_, code, headers) => {
    const { florin, sent } = scriptedClient([() => errorResponse(401, code, headers)], {
      tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: Infinity },
    });
    const isPermissionMissing = code === 'unauthorized';
    await expect(florin.account.get()).rejects.toMatchObject({ code, isPermissionMissing });
    expect(sent).toHaveLength(1);
  });

  it('is refreshed when the token is invalid', async () => {
    const { florin, sent } = scriptedClient(
      [
        () => errorResponse(401, 'unauthorized', { 'www-authenticate': 'Bearer error="invalid_token"' }),
        () => json(200, tokens(2)),
        () => json(200, {}),
      ],
      { tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: Infinity } },
    );
    await florin.account.get();
    expect(sent.map(({ path }) => path)).toEqual(['/v1/account', '/v1/auth/refresh', '/v1/account']);
  });

  it('is not refreshed with an API key', async () => {
    const { florin, sent } = scriptedClient([() => errorResponse(401, 'unauthorized')], {
      apiKey: 'flk_secret',
    });
    await expect(florin.account.get()).rejects.toMatchObject({ code: 'unauthorized' });
    expect(sent).toHaveLength(1);
  });
});

describe('a call that began in the previous session', () => {
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

  /** A service that accepts Bob’s token and rejects Ada’s. `special` takes precedence. */
  const serviceOfBob =
    (special: (sent: Parameters<Reply>[0]) => ReturnType<Reply> | undefined): Reply =>
    (sent) =>
      special(sent) ??
      (sent.path === '/v1/auth/login'
        ? tokensOf('bob')
        : sent.headers.get('authorization') === 'Bearer bob'
          ? json(200, {})
          : errorResponse(401, 'unauthorized'));

  const sendersOf = (sent: ReturnType<typeof scriptedClient>['sent'], path: string) =>
    sent.filter((one) => one.path === path).map(({ headers }) => headers.get('authorization'));

  it('and is retried after a login of another user keeps its token, and is rejected', async () => {
    const responses = [errorResponse(429, 'rate_limited', { 'retry-after': '10' })];
    const service = serviceOfBob(({ path, method }) =>
      path === '/v1/account' ? responses.shift() : method === 'DELETE' ? json(200, {}) : undefined,
    );
    const { florin, sent } = scriptedClient([service], {
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
    ['succeeds', () => tokensOf('ada-2')],
    ['is rejected', () => errorResponse(401, 'invalid_grant')],
  ])('whose token refresh %s after the login of another user is rejected', async (_, reply) => {
    const refresh = Promise.withResolvers<Response>();
    const service = serviceOfBob(({ path }) => (path === '/v1/auth/refresh' ? refresh.promise : undefined));
    const { florin, sent } = scriptedClient([service], { tokens: ada(0) });
    const close = florin.account.close();
    await florin.login(bob);
    refresh.resolve(reply());
    await expect(close).rejects.toMatchObject({ code: 'unauthorized' });
    expect(sendersOf(sent, '/v1/account')).toEqual(['Bearer ada']);
    expect(florin.tokens?.accessToken).toBe('bob');
  });

  it('does not delay the token refresh of the next one', async () => {
    const service = serviceOfBob(({ path, body }) => {
      if (path === '/v1/auth/login') return tokensOf('short', 0);
      if (path !== '/v1/auth/refresh') return undefined;
      const { refresh_token } = body as { refresh_token: string };
      return refresh_token === 'short' ? tokensOf('bob') : new Promise(() => undefined);
    });
    const { florin } = scriptedClient([service], { tokens: ada(0) });
    const controller = new AbortController();
    const close = florin.account.close({ signal: controller.signal });
    await florin.login(bob);
    await expect(florin.account.get()).resolves.toEqual({});
    controller.abort(new Error('stopped'));
    await expect(close).rejects.toThrow('stopped');
  });

  it('and logs out does not end the next one', async () => {
    const ended = Promise.withResolvers<Response>();
    const changes: (string | undefined)[] = [];
    const service = serviceOfBob(({ method }) => (method === 'DELETE' ? ended.promise : undefined));
    const { florin } = scriptedClient([service], {
      tokens: ada(Infinity),
      onTokens: (changed) => changes.push(changed?.accessToken),
    });
    const logout = florin.logout();
    await florin.login(bob);
    ended.resolve(json(200, {}));
    await logout;
    expect(florin.tokens?.accessToken).toBe('bob');
    expect(changes).toEqual(['bob']);
  });

  it('and logs out is not sent with the token of the next one', async () => {
    const ended = Promise.withResolvers<Response>();
    const service = serviceOfBob(({ method, headers }) =>
      method === 'DELETE' && headers.get('authorization') === 'Bearer ada' ? ended.promise : undefined,
    );
    const { florin, sent } = scriptedClient([service], { tokens: ada(Infinity) });
    const logout = florin.logout();
    await florin.login(bob);
    ended.resolve(errorResponse(401, 'unauthorized'));
    await expect(logout).rejects.toMatchObject({ code: 'unauthorized' });
    expect(sendersOf(sent, '/v1/auth/session')).toEqual(['Bearer ada']);
    expect(florin.tokens?.accessToken).toBe('bob');
  });
});

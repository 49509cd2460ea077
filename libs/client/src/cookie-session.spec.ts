import { describe, expect, it } from '@jest/globals';
import type { NewTokens } from './credentials.js';
import { errorResponse, json, scriptedClient } from './testing/scripted-client.js';

const tokens = (number: number): NewTokens => ({ access_token: `access-${number}`, expires_in: 3600 });

/** A session whose refresh token only the browser sends, and a service that accepts one access token. */
function setUp(refreshes: readonly (NewTokens | Error | undefined)[], accepted = 'access-1') {
  let count = 0;
  const stored: (string | undefined)[] = [];
  const refresh = async (): Promise<NewTokens | undefined> => {
    await Promise.resolve();
    const result = refreshes[Math.min(count, refreshes.length - 1)];
    count += 1;
    if (result instanceof Error) throw result;
    return result;
  };
  const { florin, sent } = scriptedClient(
    [
      ({ headers }) =>
        headers.get('authorization') === `Bearer ${accepted}`
          ? json(200, {})
          : errorResponse(401, 'unauthorized'),
    ],
    { refresh, onTokens: (changed) => stored.push(changed?.accessToken) },
  );
  return { florin, sent, stored, refreshes: () => count };
}

describe('a session whose refresh token is in a cookie', () => {
  it('is continued by the first calls, with one refresh for all of them', async () => {
    const { florin, sent, stored, refreshes } = setUp([tokens(1)]);
    await Promise.all([florin.account.get(), florin.actingFor('acct_2').account.get()]);
    expect(refreshes()).toBe(1);
    expect(sent.map(({ path }) => path)).toEqual(['/v1/account', '/v1/account']);
    expect(florin.tokens).toMatchObject({ accessToken: 'access-1', refreshToken: '' });
    expect(stored).toEqual(['access-1']);
  });

  it('is refreshed after a 401', async () => {
    const { florin, refreshes } = setUp([tokens(1), tokens(2)], 'access-2');
    await florin.account.get();
    expect(refreshes()).toBe(2);
    expect(florin.tokens?.accessToken).toBe('access-2');
  });

  it('that does not exist sends no request, and is not asked for again until a login', async () => {
    const { florin, sent, refreshes } = setUp([undefined]);
    for (let call = 0; call < 2; call += 1)
      await expect(florin.account.get()).rejects.toMatchObject({ code: 'invalid_grant', status: 401 });
    expect([sent.length, refreshes()]).toEqual([0, 1]);
    await florin.useTokens(tokens(1));
    await florin.account.get();
    expect(sent).toHaveLength(1);
  });

  it('is asked for again after a refresh that failed for another reason', async () => {
    const { florin } = setUp([new TypeError('Failed to fetch'), tokens(1)]);
    await expect(florin.account.get()).rejects.toThrow('Failed to fetch');
    await florin.account.get();
    expect(florin.tokens?.accessToken).toBe('access-1');
  });

  it('that begins during the first refresh replaces its result', async () => {
    const { florin, sent } = setUp([tokens(9)]);
    const call = florin.account.get();
    await florin.useTokens(tokens(1));
    await call;
    expect(sent).toHaveLength(1);
    expect(florin.tokens?.accessToken).toBe('access-1');
  });

  it('that ends during the first refresh is not continued by its result', async () => {
    const { florin, sent } = setUp([tokens(1)]);
    const call = florin.account.get();
    await florin.useTokens(undefined);
    await expect(call).rejects.toMatchObject({ code: 'invalid_grant' });
    expect(sent).toHaveLength(0);
    expect(florin.tokens).toBeUndefined();
  });

  it('does not mix with a login whose refresh token scripts can read', async () => {
    const { florin } = setUp([tokens(1)]);
    await expect(florin.login({ email: 'ada@example.com', password: 'secret' })).rejects.toThrow('useTokens');
  });
});

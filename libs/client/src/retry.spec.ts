import { describe, expect, it } from '@jest/globals';
import { errorFromResponse, FlorinError } from './errors.js';
import type { Florin } from './florin.js';
import { Retries } from './retry.js';
import {
  aTransaction,
  lostConnection,
  json,
  errorResponse,
  type Reply,
  scriptedClient,
} from './testing/scripted-client.js';

const busy: Reply = () => errorResponse(503, 'unavailable', { 'retry-after': '3' });
const rateLimited: Reply = () => errorResponse(429, 'rate_limited', { 'retry-after': '2' });
const badGateway: Reply = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
const success: Reply = () => json(200, {});

describe('a retry', () => {
  it('waits for Retry-After, otherwise longer each time', async () => {
    const { florin, delays } = scriptedClient([busy, rateLimited, lostConnection, success]);
    await florin.account.get();
    expect(delays).toEqual([3000, 2000, 800]);
  });

  it('understands a date in Retry-After', async () => {
    const inTenSeconds = new Date(Date.now() + 10_000).toUTCString();
    const { florin, delays } = scriptedClient([
      () => errorResponse(503, 'unavailable', { 'retry-after': inTenSeconds }),
      success,
    ]);
    await florin.account.get();
    expect(delays[0]).toBeGreaterThan(7_000);
    expect(delays[0]).toBeLessThanOrEqual(10_000);
  });

  it('has a random delay', async () => {
    const { florin, delays } = scriptedClient([lostConnection, success], { retry: { random: () => 0 } });
    await florin.account.get();
    expect(delays).toEqual([100]);
  });

  it('follows at most three times, then the call rejects with the last error', async () => {
    const { florin, sent } = scriptedClient([busy]);
    await expect(florin.account.get()).rejects.toMatchObject({
      code: 'unavailable',
      status: 503,
      retryAfter: 3,
    });
    expect(sent).toHaveLength(4);
  });

  it.each([
    { timeoutMs: NaN },
    { timeoutMs: 0 },
    { timeoutMs: '5' as unknown as number },
    { retry: { attempts: NaN } },
    { retry: { attempts: 0 } },
    { retry: { maxDelayMs: NaN } },
  ])('does not accept %j, with which it would never end', (options) => {
    expect(() => scriptedClient([busy], options)).toThrow(TypeError);
  });

  it('does not follow when Retry-After is longer than the maximum delay', async () => {
    const { florin, sent } = scriptedClient([
      () => errorResponse(429, 'rate_limited', { 'retry-after': '900' }),
    ]);
    await expect(florin.login({ email: 'x', password: 'y' })).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfter: 900,
    });
    expect(sent).toHaveLength(1);
  });

  it.each<[string, (florin: Florin) => Promise<unknown>, Reply, number]>([
    ['a read after a lost connection', (florin) => florin.account.get(), lostConnection, 2],
    ['a read after 503', (florin) => florin.account.get(), busy, 2],
    [
      'a create after a lost connection',
      (florin) => florin.transactions.create(aTransaction),
      lostConnection,
      2,
    ],
    ['a create after 503', (florin) => florin.transactions.create(aTransaction), busy, 2],
    ['a read after 502', (florin) => florin.account.get(), badGateway, 2],
    [
      'a create after 504',
      (florin) => florin.transactions.create(aTransaction),
      () => new Response(null, { status: 504 }),
      2,
    ],
    ['no cancel after 502', (florin) => florin.payments.cancel('pay_1'), badGateway, 1],
    ['any call after 429', (florin) => florin.account.close(), rateLimited, 2],
    ['no cancel after a lost connection', (florin) => florin.payments.cancel('pay_1'), lostConnection, 1],
    ['no cancel after 503', (florin) => florin.payments.cancel('pay_1'), busy, 1],
    [
      'no settlement after a lost connection',
      (florin) => florin.transactions.settle('txn_1'),
      lostConnection,
      1,
    ],
    [
      'no login after a lost connection',
      (florin) => florin.login({ email: 'x', password: 'y' }),
      lostConnection,
      1,
    ],
    ['no call after 409', (florin) => florin.account.get(), () => errorResponse(409, 'conflict'), 1],
    ['no call after 500', (florin) => florin.account.get(), () => errorResponse(500, 'internal_error'), 1],
  ])('follows: %s', async (_, call, reply, attempts) => {
    const { florin, sent } = scriptedClient([reply, success]);
    await call(florin).catch(() => undefined);
    expect(sent).toHaveLength(attempts);
  });

  it('waits while the first attempt of the create is still in progress', async () => {
    const inProgress: Reply = () => errorResponse(409, 'conflict');
    const created: Reply = () => json(201, { id: 'txn_1' });
    const { florin, sent } = scriptedClient([lostConnection, inProgress, inProgress, created]);
    expect(await florin.transactions.create(aTransaction)).toEqual({ id: 'txn_1' });
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    const other = scriptedClient([inProgress, created]);
    await expect(other.florin.transactions.create(aTransaction)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('follows for a token refresh after a lost connection', async () => {
    const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 60 };
    const { florin, sent } = scriptedClient([lostConnection, () => json(200, tokens), success], {
      tokens: { accessToken: 'old', refreshToken: 'old', expiresAt: 0 },
    });
    await florin.account.get();
    expect(sent.map(({ path }) => path)).toEqual(['/v1/auth/refresh', '/v1/auth/refresh', '/v1/account']);
  });
});

describe('the delay before a retry', () => {
  const unavailableFor = (seconds: number) =>
    errorFromResponse(undefined, errorResponse(503, 'unavailable', { 'retry-after': `${seconds}` }));
  const lost = new FlorinError('The service cannot be reached.', { code: 'network_error', status: 0 });

  it('can be aborted by the caller', async () => {
    const controller = new AbortController();
    const { florin, sent } = scriptedClient([busy], {
      retry: {
        sleep: (_, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              reject(signal.reason as Error);
            });
            controller.abort(new Error('stopped'));
          }),
      },
    });
    await expect(florin.account.get({ signal: controller.signal })).rejects.toThrow('stopped');
    expect(sent).toHaveLength(1);
  });

  it('takes real time, and ends when the caller aborts', async () => {
    const retries = new Retries({ random: () => 0 });
    const controller = new AbortController();
    const request = new Request('https://florin.example/', { signal: controller.signal });
    const next = retries.delayNext(1, request, unavailableFor(20));
    controller.abort(new Error('stopped'));
    await expect(next).rejects.toThrow('stopped');
    const startedAt = performance.now();
    expect(await retries.delayNext(1, new Request('https://florin.example/'), lost)).toBe(true);
    expect(performance.now() - startedAt).toBeGreaterThan(90);
  });

  it('can be longer than a timer allows', async () => {
    const retries = new Retries({ maxDelayMs: Infinity });
    const controller = new AbortController();
    const request = new Request('https://florin.example/', { signal: controller.signal });
    const next = retries.delayNext(1, request, unavailableFor(2147484));
    const soon = new Promise((resolve) => setTimeout(resolve, 50, 'still waiting'));
    expect(await Promise.race([next, soon])).toBe('still waiting');
    controller.abort(new Error('stopped'));
    await expect(next).rejects.toThrow('stopped');
  });

  it('follows an attempt that timed out', async () => {
    const { florin, sent } = scriptedClient([() => new Promise(() => undefined), success], { timeoutMs: 20 });
    await expect(florin.account.get()).resolves.toEqual({});
    expect(sent).toHaveLength(2);
  });
});

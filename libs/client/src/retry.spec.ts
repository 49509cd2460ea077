import { describe, expect, it } from '@jest/globals';
import { errorIn, FlorinError } from './errors.js';
import type { Florin } from './florin.js';
import { Retries } from './retry.js';
import { aTransaction, brokenLine, json, refusal, type Reply, scripted } from './testing/scripted-fetch.js';

const busy: Reply = () => refusal(503, 'unavailable', { 'retry-after': '3' });
const hasty: Reply = () => refusal(429, 'rate_limited', { 'retry-after': '2' });
const badGateway: Reply = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
const good: Reply = () => json(200, {});

describe('another attempt', () => {
  it('waits as long as the service asked, and longer each time when it did not', async () => {
    const { florin, slept } = scripted([busy, hasty, brokenLine, good]);
    await florin.account.get();
    expect(slept).toEqual([3000, 2000, 800]);
  });

  it('understands a date as well', async () => {
    const inTenSeconds = new Date(Date.now() + 10_000).toUTCString();
    const { florin, slept } = scripted([
      () => refusal(503, 'unavailable', { 'retry-after': inTenSeconds }),
      good,
    ]);
    await florin.account.get();
    expect(slept[0]).toBeGreaterThan(7_000);
    expect(slept[0]).toBeLessThanOrEqual(10_000);
  });

  it('spreads over time', async () => {
    const { florin, slept } = scripted([brokenLine, good], { retry: { random: () => 0 } });
    await florin.account.get();
    expect(slept).toEqual([100]);
  });

  it('is made four times at most, and then the failure is told', async () => {
    const { florin, sent } = scripted([busy]);
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
    { retry: { longestWaitMs: NaN } },
  ])('is not made for ever: %j is no setting', (options) => {
    expect(() => scripted([busy], options)).toThrow(TypeError);
  });

  it('is not made when the service asks for more patience than there is', async () => {
    const { florin, sent } = scripted([() => refusal(429, 'rate_limited', { 'retry-after': '900' })]);
    await expect(florin.login({ email: 'x', password: 'y' })).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfter: 900,
    });
    expect(sent).toHaveLength(1);
  });

  it.each<[string, (florin: Florin) => Promise<unknown>, Reply, number]>([
    ['a read after a lost line', (florin) => florin.account.get(), brokenLine, 2],
    ['a read when busy', (florin) => florin.account.get(), busy, 2],
    ['a create after a lost line', (florin) => florin.transactions.create(aTransaction), brokenLine, 2],
    ['a create when busy', (florin) => florin.transactions.create(aTransaction), busy, 2],
    ['a read that a proxy got no answer to', (florin) => florin.account.get(), badGateway, 2],
    [
      'a create that a proxy got no answer to in time',
      (florin) => florin.transactions.create(aTransaction),
      () => new Response(null, { status: 504 }),
      2,
    ],
    ['no cancel that a proxy got no answer to', (florin) => florin.payments.cancel('pay_1'), badGateway, 1],
    ['anything that came too often', (florin) => florin.account.close(), hasty, 2],
    [
      'no cancel after a lost line: it may have worked',
      (florin) => florin.payments.cancel('pay_1'),
      brokenLine,
      1,
    ],
    ['no cancel when busy', (florin) => florin.payments.cancel('pay_1'), busy, 1],
    ['no settlement after a lost line', (florin) => florin.transactions.settle('txn_1'), brokenLine, 1],
    ['no login after a lost line', (florin) => florin.login({ email: 'x', password: 'y' }), brokenLine, 1],
    ['nothing that was refused', (florin) => florin.account.get(), () => refusal(409, 'conflict'), 1],
    ['nothing that failed there', (florin) => florin.account.get(), () => refusal(500, 'internal_error'), 1],
  ])('is for %s', async (_, call, reply, attempts) => {
    const { florin, sent } = scripted([reply, good]);
    await call(florin).catch(() => undefined);
    expect(sent).toHaveLength(attempts);
  });

  it('is for a create whose key is held by its own first attempt, which is still under way', async () => {
    const underWay: Reply = () => refusal(409, 'conflict');
    const made: Reply = () => json(201, { id: 'txn_1' });
    const { florin, sent } = scripted([brokenLine, underWay, underWay, made]);
    expect(await florin.transactions.create(aTransaction)).toEqual({ id: 'txn_1' });
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    const other = scripted([underWay, made]);
    await expect(other.florin.transactions.create(aTransaction)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is for the exchange of a refresh token, which the service answers again', async () => {
    const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 60 };
    const { florin, sent } = scripted([brokenLine, () => json(200, tokens), good], {
      tokens: { accessToken: 'old', refreshToken: 'old', expiresAt: 0 },
    });
    await florin.account.get();
    expect(sent.map(({ path }) => path)).toEqual(['/v1/auth/refresh', '/v1/auth/refresh', '/v1/account']);
  });
});

describe('giving up', () => {
  const busyFor = (seconds: number) =>
    errorIn(undefined, refusal(503, 'unavailable', { 'retry-after': `${seconds}` }));
  const lost = new FlorinError('The service cannot be reached.', { code: 'network_error', status: 0 });

  it('is up to the caller, also while waiting', async () => {
    const controller = new AbortController();
    const { florin, sent } = scripted([busy], {
      retry: {
        sleep: (_, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              reject(signal.reason as Error);
            });
            controller.abort(new Error('enough'));
          }),
      },
    });
    await expect(florin.account.get({ signal: controller.signal })).rejects.toThrow('enough');
    expect(sent).toHaveLength(1);
  });

  it('really waits, and wakes up for the caller', async () => {
    const retries = new Retries({ random: () => 0 });
    const controller = new AbortController();
    const given = new Request('https://florin.example/', { signal: controller.signal });
    const another = retries.another(1, given, busyFor(20));
    controller.abort(new Error('enough'));
    await expect(another).rejects.toThrow('enough');
    const startedAt = performance.now();
    expect(await retries.another(1, new Request('https://florin.example/'), lost)).toBe(true);
    expect(performance.now() - startedAt).toBeGreaterThan(90);
  });

  it('is still asleep where the service asked for longer than a timer runs', async () => {
    const retries = new Retries({ longestWaitMs: Infinity });
    const controller = new AbortController();
    const given = new Request('https://florin.example/', { signal: controller.signal });
    const another = retries.another(1, given, busyFor(2147484));
    const soon = new Promise((resolve) => setTimeout(resolve, 50, 'still asleep'));
    expect(await Promise.race([another, soon])).toBe('still asleep');
    controller.abort(new Error('enough'));
    await expect(another).rejects.toThrow('enough');
  });

  it('happens to an attempt that takes too long, which counts as a lost line', async () => {
    const { florin, sent } = scripted([() => new Promise(() => undefined), good], { timeoutMs: 20 });
    await expect(florin.account.get()).resolves.toEqual({});
    expect(sent).toHaveLength(2);
  });
});

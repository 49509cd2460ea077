import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createSecretKey, randomBytes } from 'node:crypto';
import { SequentialIds } from '@florin/identity/testing';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import type { RateLimitResult } from './rate-limiters.js';
import { CardRateLimiter } from './card-rate-limiter.js';
import { LoginRateLimiter } from './login-rate-limiter.js';
import { ResetRateLimiter } from './reset-rate-limiter.js';

const key = createSecretKey(randomBytes(32));
let dataSource: DataSource;

beforeAll(async () => {
  ({ dataSource } = await openDatabase());
});

/** The number of attempts within the limit, and the wait in seconds after it. */
async function exhaust(consume: (count: number) => Promise<Pick<RateLimitResult, 'waitSeconds'>>) {
  for (let times = 0; times < 200; times += 1) {
    const { waitSeconds: wait } = await consume(times);
    if (wait !== undefined) return { times, wait };
  }
  throw new Error('No limit was reached.');
}

/** For a window that has just begun; a slow machine may have used part of it. */
function expectWait(wait: number, window: number): void {
  expect(wait).toBeGreaterThan(window / 2);
  expect(wait).toBeLessThanOrEqual(window);
}

const HOUR_MS = 3_600_000;

afterEach(() => {
  jest.restoreAllMocks();
});

/** Sets the clock of this process ahead. */
function setClock(aheadMs: number): void {
  jest.restoreAllMocks();
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
}

describe('attempts counted by a process whose clock was ahead', () => {
  const guessAt = (login: string) => {
    const limiter = new LoginRateLimiter(dataSource, key);
    return (count: number) => limiter.consume({ address: `203.0.113.${count}`, login });
  };

  it('are dropped once the clock is right, instead of blocking the login until that time', async () => {
    const guess = guessAt('grace');
    setClock(24 * HOUR_MS);
    expect(await exhaust(guess)).toMatchObject({ times: 30 });
    setClock(0);
    expect(await exhaust(guess)).toMatchObject({ times: 30 });
  });

  it('count if the clocks differ by a few seconds only', async () => {
    const guess = guessAt('hedy');
    setClock(10_000);
    expect(await exhaust(guess)).toMatchObject({ times: 30 });
    setClock(0);
    expect(await exhaust(guess)).toMatchObject({ times: 0 });
  });
});

describe('a released attempt', () => {
  const createLimiter = () => new LoginRateLimiter(dataSource, key);
  const guess = (login: string) => (count: number) =>
    createLimiter().consume({ address: `198.51.100.${count % 90}`, login });

  it('does not count', async () => {
    const [first] = [await guess('ida')(0), await guess('ida')(1)];
    await first.release();
    expect(await exhaust(guess('ida'))).toMatchObject({ times: 29 });
  });

  it('does not change the next window when it is released after its own', async () => {
    const attempts = await Promise.all(Array.from({ length: 20 }, (_, count) => guess('joan')(count)));
    setClock(301_000);
    for (const { release } of attempts.slice(0, 10)) await release();
    expect(await guess('joan')(0)).toMatchObject({ waitSeconds: undefined });
    for (const { release } of attempts.slice(10)) await release();
    expect(await exhaust(guess('joan'))).toMatchObject({ times: 29 });
  });
});

describe('concurrent logins', () => {
  it('are admitted up to the limit, and released ones do not count', async () => {
    const limiter = new LoginRateLimiter(dataSource, key);
    const attempts = await Promise.all(
      Array.from({ length: 60 }, (_, count) =>
        limiter.consume({ address: `192.0.2.${count}`, login: 'kay' }),
      ),
    );
    const admitted = attempts.filter(({ waitSeconds }) => waitSeconds === undefined);
    expect(admitted.length).toBeLessThanOrEqual(30);
    await Promise.all(admitted.map(({ release }) => release()));
    // The count is zero again, and not negative.
    const guess = (count: number) => limiter.consume({ address: `203.0.113.${count}`, login: 'kay' });
    expect(await exhaust(guess)).toMatchObject({ times: 30 });
  });
});

describe('rate limits', () => {
  const FIVE_MINUTES = 300;
  const MINUTE = 60;

  it('allow 30 logins per login name in five minutes, from all addresses together', async () => {
    const limiter = new LoginRateLimiter(dataSource, key);
    const guess = (count: number) =>
      limiter.consume({ address: `192.0.2.${count}`, login: count % 2 ? 'Ada' : 'ada' });
    const { times, wait } = await exhaust(guess);
    expect(times).toBe(30);
    expectWait(wait, FIVE_MINUTES);
  });

  it('allow 30 logins per user, under its email and its username together', async () => {
    const limiter = new LoginRateLimiter(dataSource, key);
    const userId = new SequentialIds().next('user');
    const guess = (count: number) =>
      limiter.consume({ address: `192.0.2.${count}`, login: count % 2 ? 'lin@example.com' : 'lin', userId });
    expect(await exhaust(guess)).toMatchObject({ times: 30 });
    // The id is no login: the limit of a user cannot be used up under its id.
    expect(await limiter.consume({ address: '192.0.2.1', login: userId })).toMatchObject({
      waitSeconds: undefined,
    });
  });

  it('allow 100 logins per address in five minutes, for all login names together', async () => {
    const limiter = new LoginRateLimiter(dataSource, key);
    // Not used by other tests: one with clock skew may leave a window of its address.
    const guess = (count: number) => limiter.consume({ address: '198.51.100.200', login: `name-${count}` });
    const { times, wait } = await exhaust(guess);
    expect(times).toBe(100);
    expectWait(wait, FIVE_MINUTES);
  });

  it('allow 15 cards per payment page in a minute, from all addresses together', async () => {
    const limiter = new CardRateLimiter(dataSource, key);
    const { times, wait } = await exhaust(async (count) => ({
      waitSeconds: await limiter.consume(`192.0.2.${count}`, 'one page'),
    }));
    expect(times).toBe(15);
    expectWait(wait, MINUTE);
  });

  it('allow 60 cards per address in a minute, for all payment pages together', async () => {
    const limiter = new CardRateLimiter(dataSource, key);
    const { times, wait } = await exhaust(async (count) => ({
      waitSeconds: await limiter.consume('198.51.100.7', `page ${count}`),
    }));
    expect(times).toBe(60);
    expectWait(wait, MINUTE);
  });

  it('allow five mails with a reset link per user in an hour, under its email and its username together', async () => {
    const limiter = new ResetRateLimiter(dataSource, key);
    const userId = new SequentialIds().next('user');
    const isWithin = (count: number) => limiter.consumeMail(count % 2 ? 'eve@example.com' : 'eve', userId);
    const found = await Promise.all(Array.from({ length: 7 }, (_, count) => isWithin(count)));
    expect(found.filter(Boolean)).toHaveLength(5);
    expect(await limiter.consumeMail('eve', undefined)).toBe(true);
  });

  it.each([
    ['20 requests for a reset link', 20, 'consumeRequest'],
    ['60 forms with a new password', 60, 'consumeForm'],
  ] as const)('allow %s per address in an hour', async (_, times, method) => {
    const limiter = new ResetRateLimiter(dataSource, key);
    const { wait, ...reached } = await exhaust(async (count) => ({
      waitSeconds: await limiter[method](`2001:db8::${count}`),
    }));
    expect(reached).toEqual({ times });
    expectWait(wait, 3_600);
  });
});

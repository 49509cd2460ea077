import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createSecretKey, randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import type { RateLimitResult } from './rate-limiters.js';
import { CardRateLimiter } from './card-rate-limiter.js';
import { LoginRateLimiter } from './login-rate-limiter.js';

const key = createSecretKey(randomBytes(32));
let dataSource: DataSource;

beforeAll(async () => {
  ({ dataSource } = await openDatabase());
});

/** How often something can be had, and how many seconds the next has to wait. */
async function spendAll(spend: (count: number) => Promise<Pick<RateLimitResult, 'waitSeconds'>>) {
  for (let times = 0; times < 200; times += 1) {
    const { waitSeconds: wait } = await spend(times);
    if (wait !== undefined) return { times, wait };
  }
  throw new Error('There is no limit.');
}

/** A window that has just begun: the machine may have been busy since. */
function expectWait(wait: number, window: number): void {
  expect(wait).toBeGreaterThan(window / 2);
  expect(wait).toBeLessThanOrEqual(window);
}

const HOUR_MS = 3_600_000;

afterEach(() => {
  jest.restoreAllMocks();
});

/** Lets the clock of this instance be wrong until it is set right. */
function setClock(aheadMs: number): void {
  jest.restoreAllMocks();
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
}

describe('what was tried by a clock that was ahead', () => {
  const guessAt = (login: string) => {
    const budget = new LoginRateLimiter(dataSource, key);
    return (count: number) => budget.consume({ address: `203.0.113.${count}`, login });
  };

  it('is forgotten once the clock is right, and does not shut anybody out until that hour has come', async () => {
    const guess = guessAt('grace');
    setClock(24 * HOUR_MS);
    expect(await spendAll(guess)).toMatchObject({ times: 30 });
    setClock(0);
    expect(await spendAll(guess)).toMatchObject({ times: 30 });
  });

  it('counts where clocks differ by no more than they do when they are kept in time', async () => {
    const guess = guessAt('hedy');
    setClock(10_000);
    expect(await spendAll(guess)).toMatchObject({ times: 30 });
    setClock(0);
    expect(await spendAll(guess)).toMatchObject({ times: 0 });
  });
});

describe('what is given back', () => {
  const budgetOf = () => new LoginRateLimiter(dataSource, key);
  const guess = (login: string) => (count: number) =>
    budgetOf().consume({ address: `198.51.100.${count % 90}`, login });

  it('can be had again', async () => {
    const [first] = [await guess('ida')(0), await guess('ida')(1)];
    await first.release();
    expect(await spendAll(guess('ida'))).toMatchObject({ times: 29 });
  });

  it('is nothing to those who try after its count has ended, though it is given back only then', async () => {
    const spent = await Promise.all(Array.from({ length: 20 }, (_, count) => guess('joan')(count)));
    setClock(301_000);
    for (const { release } of spent.slice(0, 10)) await release();
    expect(await guess('joan')(0)).toMatchObject({ waitSeconds: undefined });
    for (const { release: giveBack } of spent.slice(10)) await giveBack();
    expect(await spendAll(guess('joan'))).toMatchObject({ times: 29 });
  });
});

describe('logins at the same time', () => {
  it('are admitted up to the limit, and those that are given back leave the count of the others', async () => {
    const budget = new LoginRateLimiter(dataSource, key);
    const attempts = await Promise.all(
      Array.from({ length: 60 }, (_, count) => budget.consume({ address: `192.0.2.${count}`, login: 'kay' })),
    );
    const admitted = attempts.filter(({ waitSeconds }) => waitSeconds === undefined);
    expect(admitted.length).toBeLessThanOrEqual(30);
    await Promise.all(admitted.map(({ release }) => release()));
    // The count is back at zero, and not below.
    const guess = (count: number) => budget.consume({ address: `203.0.113.${count}`, login: 'kay' });
    expect(await spendAll(guess)).toMatchObject({ times: 30 });
  });
});

describe('what may be tried within a while', () => {
  const FIVE_MINUTES = 300;
  const MINUTE = 60;

  it('is thirty logins for a name, from wherever, in five minutes', async () => {
    const budget = new LoginRateLimiter(dataSource, key);
    const guess = (count: number) =>
      budget.consume({ address: `192.0.2.${count}`, login: count % 2 ? 'Ada' : 'ada' });
    const { times, wait } = await spendAll(guess);
    expect(times).toBe(30);
    expectWait(wait, FIVE_MINUTES);
  });

  it('is a hundred logins from an address, for whatever name, in five minutes', async () => {
    const budget = new LoginRateLimiter(dataSource, key);
    // No other test here uses this address: one with a wrong clock may leave a window on its own.
    const guess = (count: number) => budget.consume({ address: '198.51.100.200', login: `name-${count}` });
    const { times, wait } = await spendAll(guess);
    expect(times).toBe(100);
    expectWait(wait, FIVE_MINUTES);
  });

  it('is fifteen cards on a page, from wherever, in a minute', async () => {
    const budget = new CardRateLimiter(dataSource, key);
    const { times, wait } = await spendAll(async (count) => ({
      waitSeconds: await budget.consume(`192.0.2.${count}`, 'one page'),
    }));
    expect(times).toBe(15);
    expectWait(wait, MINUTE);
  });

  it('is sixty cards from an address, on whatever page, in a minute', async () => {
    const budget = new CardRateLimiter(dataSource, key);
    const { times, wait } = await spendAll(async (count) => ({
      waitSeconds: await budget.consume('198.51.100.7', `page ${count}`),
    }));
    expect(times).toBe(60);
    expectWait(wait, MINUTE);
  });
});

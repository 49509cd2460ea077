import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createSecretKey, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { scheduledNow } from '../../../../test/support/scheduled-time.js';
import { startTcpProxy, type TcpProxy } from '../../../../test/support/tcp-proxy.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { LoginRateLimiter } from '../security/login-rate-limiter.js';
import { connect, createDataSource } from './data-source.js';
import { translateDatabaseError, Unavailable } from './errors.js';
import { isDatabaseReachable, poolGauges } from './database-pool.js';
import { inSqlTransaction } from './sql-transaction.js';

/** Requests under way wait for the query timeout, and those without a connection for the connect timeout as well. */
const TIMEOUTS = { connect: 800, query: 1_500 };
const GIVEN_UP_WITHIN_MS = 4_000;

let database: TestDatabase;
let proxy: TcpProxy;
let dataSource: DataSource;

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await startTcpProxy(database.url);
  dataSource = await connect(createDataSource({ url: proxy.url, poolSize: 4, timeouts: TIMEOUTS }));
});
afterEach(async () => {
  proxy.thaw();
  await dataSource.destroy();
  await proxy.close();
  await database.drop();
});

/** What a request sees: the error, translated, and how long it took to come. */
async function failureOf(request: Promise<unknown>): Promise<{ error: unknown; milliseconds: number }> {
  const startedAt = scheduledNow();
  const error: unknown = await request.then(
    () => undefined,
    (reason: unknown) => translateDatabaseError(reason),
  );
  return { error, milliseconds: scheduledNow() - startedAt };
}

const read = () => dataSource.query('SELECT 1');
const write = () => inSqlTransaction(dataSource, (manager) => manager.query('SELECT 1'));
const fillPool = () =>
  Promise.all(Array.from({ length: 4 }, () => dataSource.query('SELECT pg_sleep(0.05)')));

describe('a server that stops answering while its connections stay open', () => {
  it('makes every request unavailable by the timeouts, however many wait for a connection', async () => {
    await fillPool();
    proxy.freeze();
    const failures = await Promise.all(
      Array.from({ length: 30 }, (_, index) => failureOf(index % 2 ? read() : write())),
    );
    for (const { error, milliseconds } of failures) {
      expect(error).toBeInstanceOf(Unavailable);
      expect(milliseconds).toBeLessThan(GIVEN_UP_WITHIN_MS);
    }
  });

  it('makes a login unavailable by the timeouts, whose count goes through the pool itself', async () => {
    await fillPool();
    const budget = new LoginRateLimiter(dataSource, createSecretKey(randomBytes(32)));
    proxy.freeze();
    const logins = Array.from({ length: 6 }, (_, index) =>
      failureOf(budget.consume({ address: `192.0.2.${index}`, login: 'ada' })),
    );
    for (const { error, milliseconds } of await Promise.all(logins)) {
      expect(error).toBeInstanceOf(Unavailable);
      expect(milliseconds).toBeLessThan(GIVEN_UP_WITHIN_MS);
    }
  });

  it('makes requests that come in one after the other unavailable by the timeouts too', async () => {
    await fillPool();
    proxy.freeze();
    const failures: Promise<{ error: unknown; milliseconds: number }>[] = [];
    for (let index = 0; index < 25; index++) {
      failures.push(failureOf(index % 2 ? read() : write()));
      await delay(100);
    }
    for (const { error, milliseconds } of await Promise.all(failures)) {
      expect(error).toBeInstanceOf(Unavailable);
      expect(milliseconds).toBeLessThan(GIVEN_UP_WITHIN_MS);
    }
  });

  it('is noticed by the connect timeout when the pool has no connection yet', async () => {
    const fresh = createDataSource({ url: proxy.url });
    await connect(fresh);
    proxy.cutAll();
    await delay(50);
    proxy.freeze();
    const { error, milliseconds } = await failureOf(fresh.query('SELECT 1'));
    expect(error).toBeInstanceOf(Unavailable);
    expect(milliseconds).toBeLessThan(GIVEN_UP_WITHIN_MS);
    proxy.thaw();
    await fresh.destroy();
  });

  it('is back in full within two seconds of its return, with no dead connection left in the pool', async () => {
    await fillPool();
    proxy.freeze();
    await Promise.all(Array.from({ length: 10 }, () => failureOf(write())));
    proxy.thaw();
    const startedAt = scheduledNow();
    while ((await failureOf(read())).error !== undefined)
      expect(scheduledNow() - startedAt).toBeLessThan(2_000);
    const failures = await Promise.all(Array.from({ length: 40 }, () => failureOf(write())));
    expect(failures.filter(({ error }) => error !== undefined)).toEqual([]);
    const { size, idle, waiting } = poolGauges(dataSource);
    expect({ inUse: size - idle, waiting }).toEqual({ inUse: 0, waiting: 0 });
  });

  it('is not confused with a slow statement', async () => {
    const slow = dataSource.query<{ done: boolean }[]>('SELECT true AS done FROM pg_sleep(1)');
    expect(await slow).toEqual([{ done: true }]);
  });

  it('is not confused with a process of ours that was busy', async () => {
    const asked = read();
    const until = performance.now() + 2_500;
    while (performance.now() < until);
    await expect(asked).resolves.toBeDefined();
  });
});

describe('readiness', () => {
  it('sees a server that answers', async () => {
    expect(await isDatabaseReachable(dataSource)).toBe(true);
  });

  it('sees within a second that it is frozen, and within a second that it is back', async () => {
    await delay(300);
    proxy.freeze();
    const startedAt = scheduledNow();
    expect(await isDatabaseReachable(dataSource)).toBe(false);
    expect(scheduledNow() - startedAt).toBeLessThan(1_000);
    proxy.thaw();
    const thawedAt = scheduledNow();
    expect(await isDatabaseReachable(dataSource)).toBe(true);
    expect(scheduledNow() - thawedAt).toBeLessThan(1_000);
  });

  it('does not blame a server for the time in which this process was held up', async () => {
    await delay(300);
    const asked = isDatabaseReachable(dataSource);
    const until = performance.now() + 1_500;
    while (performance.now() < until);
    expect(await asked).toBe(true);
  });

  it('sees a server that is gone', async () => {
    await delay(300);
    await proxy.close();
    expect(await isDatabaseReachable(dataSource)).toBe(false);
  });

  it('is not troubled by a pool that is all in use, and the gauges show how many wait', async () => {
    const busy = Array.from({ length: 4 }, () => dataSource.query('SELECT pg_sleep(0.6)'));
    const waiting = [read(), read()];
    await delay(300);
    expect(poolGauges(dataSource)).toEqual({ size: 4, idle: 0, waiting: 2 });
    expect(await isDatabaseReachable(dataSource)).toBe(true);
    await Promise.all([...busy, ...waiting]);
  });
});

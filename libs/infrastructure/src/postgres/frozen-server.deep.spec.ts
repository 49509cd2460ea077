import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createSecretKey, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { scheduledNow } from '../../../../test/support/scheduled-time.js';
import { startTcpProxy, type TcpProxy } from '../../../../test/support/tcp-proxy.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { until } from '../../../../test/support/until.js';
import { LoginRateLimiter } from '../security/login-rate-limiter.js';
import { connect, createDataSource } from './data-source.js';
import { translateDatabaseError, Unavailable } from './errors.js';
import { isDatabaseReachable, poolGauges } from './database-pool.js';
import { inSqlTransaction } from './sql-transaction.js';

/** Running requests wait for the query timeout, and those without a connection for the connect timeout as well. */
const TIMEOUTS = { connect: 800, query: 1_500 };
const MAX_FAILURE_MS = 4_000;

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

/** The translated error of a request, and how long it took. */
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

describe('a server that stops responding while its connections stay open', () => {
  it('makes every request fail with unavailable within the timeouts, however many wait for a connection', async () => {
    await fillPool();
    proxy.freeze();
    const failures = await Promise.all(
      Array.from({ length: 30 }, (_, index) => failureOf(index % 2 ? read() : write())),
    );
    for (const { error, milliseconds } of failures) {
      expect(error).toBeInstanceOf(Unavailable);
      expect(milliseconds).toBeLessThan(MAX_FAILURE_MS);
    }
  });

  it('makes logins fail with unavailable within the timeouts', async () => {
    await fillPool();
    const limiter = new LoginRateLimiter(dataSource, createSecretKey(randomBytes(32)));
    proxy.freeze();
    const logins = Array.from({ length: 6 }, (_, index) =>
      failureOf(limiter.consume({ address: `192.0.2.${index}`, login: 'ada' })),
    );
    for (const { error, milliseconds } of await Promise.all(logins)) {
      expect(error).toBeInstanceOf(Unavailable);
      expect(milliseconds).toBeLessThan(MAX_FAILURE_MS);
    }
  });

  it('makes successive requests fail with unavailable within the timeouts', async () => {
    await fillPool();
    proxy.freeze();
    const failures: Promise<{ error: unknown; milliseconds: number }>[] = [];
    for (let index = 0; index < 25; index++) {
      failures.push(failureOf(index % 2 ? read() : write()));
      await delay(100);
    }
    for (const { error, milliseconds } of await Promise.all(failures)) {
      expect(error).toBeInstanceOf(Unavailable);
      expect(milliseconds).toBeLessThan(MAX_FAILURE_MS);
    }
  });

  it('is detected by the connect timeout when the pool has no connection', async () => {
    const fresh = createDataSource({ url: proxy.url });
    await connect(fresh);
    proxy.cutAll();
    await delay(50);
    proxy.freeze();
    const { error, milliseconds } = await failureOf(fresh.query('SELECT 1'));
    expect(error).toBeInstanceOf(Unavailable);
    expect(milliseconds).toBeLessThan(MAX_FAILURE_MS);
    proxy.thaw();
    await fresh.destroy();
  });

  it('is fully used within two seconds of its recovery, with no dead connection in the pool', async () => {
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

  it('is distinguished from a slow statement', async () => {
    const slow = dataSource.query<{ done: boolean }[]>('SELECT true AS done FROM pg_sleep(1)');
    expect(await slow).toEqual([{ done: true }]);
  });

  it('is distinguished from a blocked event loop of this process', async () => {
    const reading = read();
    const end = performance.now() + 2_500;
    while (performance.now() < end);
    await expect(reading).resolves.toBeDefined();
  });
});

describe('readiness', () => {
  it('is true for a server that responds', async () => {
    await until('the server is ready', () => isDatabaseReachable(dataSource));
  });

  it('changes when the server freezes and when it recovers', async () => {
    await delay(300);
    proxy.freeze();
    const startedAt = scheduledNow();
    expect(await isDatabaseReachable(dataSource)).toBe(false);
    expect(scheduledNow() - startedAt).toBeLessThan(2_000);
    proxy.thaw();
    await until('the server is ready', () => isDatabaseReachable(dataSource));
  });

  it('ignores the time in which the event loop of this process was blocked', async () => {
    await delay(300);
    const probe = isDatabaseReachable(dataSource);
    const end = performance.now() + 1_500;
    while (performance.now() < end);
    expect(await probe).toBe(true);
  });

  it('is false for a server that is down', async () => {
    await delay(300);
    await proxy.close();
    expect(await isDatabaseReachable(dataSource)).toBe(false);
  });

  it('is true while all connections of the pool are in use, and the gauges count the waiting requests', async () => {
    const busy = Array.from({ length: 4 }, () => dataSource.query('SELECT pg_sleep(0.6)'));
    const waiting = [read(), read()];
    await delay(300);
    expect(poolGauges(dataSource)).toEqual({ size: 4, idle: 0, waiting: 2 });
    expect(await isDatabaseReachable(dataSource)).toBe(true);
    await Promise.all([...busy, ...waiting]);
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { scheduledNow } from '../../../../test/support/scheduled-time.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { connect, createDataSource } from '../postgres/data-source.js';
import { poolGauges } from '../postgres/database-pool.js';
import { inSnapshot, Interrupted } from './snapshot.js';

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await connect(createDataSource({ url: database.url, timeouts: { statement: 0, query: 0 } }));
  await source.query('CREATE TABLE items (number integer)');
});

afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const COUNT = 'SELECT count(*)::int AS count FROM items';

describe('a snapshot', () => {
  it('does not change when others commit', async () => {
    const counts = await inSnapshot(source, async (snapshot) => {
      const [before] = await snapshot.query<[{ count: number }]>(COUNT);
      await source.query('INSERT INTO items VALUES (1)');
      const [after] = await snapshot.query<[{ count: number }]>(COUNT);
      return [before.count, after.count];
    });
    expect(counts).toEqual([0, 0]);
    expect(await source.query(COUNT)).toEqual([{ count: 1 }]);
  });

  it('is read-only, and returns a usable connection to the pool', async () => {
    const writing = inSnapshot(source, (snapshot) => snapshot.query('INSERT INTO items VALUES (2)'));
    await expect(writing).rejects.toMatchObject({ code: 'unavailable', cause: { sqlState: '25006' } });
    await source.query('INSERT INTO items VALUES (3)');
    expect(await source.query(COUNT)).toEqual([{ count: 2 }]);
  });

  it('cancels a running statement on the server when it is aborted', async () => {
    const interruption = new AbortController();
    const startedAt = scheduledNow();
    const reading = inSnapshot(
      source,
      (snapshot) => snapshot.query('SELECT pg_sleep(60)'),
      interruption.signal,
    );
    const outcome = expect(reading).rejects.toBeInstanceOf(Interrupted);
    await sleep(200);
    interruption.abort();
    await outcome;
    expect(scheduledNow() - startedAt).toBeLessThan(10_000);
    const still = await source.query<unknown[]>(
      `SELECT FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)' AND state = 'active' AND pid <> pg_backend_pid()`,
    );
    expect(still).toEqual([]);
  });

  it('returns its connection to the pool when BEGIN fails', async () => {
    const own = await connect(createDataSource({ url: database.url, poolSize: 1 }));
    const runner = own.createQueryRunner();
    const client = (await runner.connect()) as Client;
    // The server fails right after the connection was taken from the pool.
    const broken = jest.spyOn(client, 'query').mockRejectedValueOnce(new Error('broken') as never);
    await runner.release();
    await expect(inSnapshot(own, (snapshot) => snapshot.query('SELECT 1'))).rejects.toThrow('broken');
    broken.mockRestore();
    expect(poolGauges(own)).toMatchObject({ size: 1, idle: 1 });
    await own.destroy();
  });

  it('is not started when it is already aborted', async () => {
    let isCalled = false;
    const work = () => Promise.resolve((isCalled = true));
    await expect(inSnapshot(source, work, AbortSignal.abort())).rejects.toBeInstanceOf(Interrupted);
    expect(isCalled).toBe(false);
  });
});

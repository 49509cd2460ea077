import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { until } from '../../../../test/support/until.js';
import { createLogger } from '../logging/logger.js';
import { connect, createDataSource } from '../postgres/data-source.js';
import { recordSecretFingerprint } from './secret-in-use.js';

const SECRET = 'a secret that only the tests know, and long enough';
const OTHER = 'another secret, and long enough for the tests too';

let database: TestDatabase;
let source: DataSource;

beforeEach(async () => {
  database = await createTestDatabase();
  source = await connect(createDataSource({ url: database.url }));
});

afterEach(async () => {
  await source.destroy();
  await database.drop();
});

/** The messages of one start with this secret. */
async function started(secret: string): Promise<string[]> {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => lines.push(line) });
  await recordSecretFingerprint(source, secret, logger);
  return lines.map((line) => {
    const { level, msg } = JSON.parse(line) as { level: string; msg: string };
    return `${level} ${msg}`;
  });
}

const WARNED = [expect.stringMatching(/^warn JWT_SECRET is another/)];

describe('the secret that a database is used with', () => {
  it('is no news at the first start, nor at any that has the same', async () => {
    expect(await started(SECRET)).toEqual([]);
    expect(await started(SECRET)).toEqual([]);
  });

  it('is told to whoever starts with another, once for each change', async () => {
    await started(SECRET);
    expect(await started(OTHER)).toEqual(WARNED);
    expect(await started(OTHER)).toEqual([]);
    expect(await started(SECRET)).toEqual(WARNED);
  });

  it('is agreed on by many that start at once', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => started(SECRET)));
    expect(all.flat()).toEqual([]);
    expect(await source.query('SELECT count(*)::integer AS count FROM secret_in_use')).toEqual([
      { count: 1 },
    ]);
  });

  it('is told by one of many that start at once with another', async () => {
    await started(SECRET);
    const holder = source.createQueryRunner();
    await holder.query('BEGIN; LOCK TABLE secret_in_use IN EXCLUSIVE MODE');
    const starting = Promise.all([started(OTHER), started(OTHER)]);
    const waiting = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const areWaiting = async () => (await source.query<unknown[]>(waiting)).length === 2;
    await until('both have seen that it is another', areWaiting);
    await holder.query('COMMIT');
    await holder.release();
    const all = await starting;
    expect(all.flat()).toEqual(WARNED);
  });

  it('keeps nobody from starting on a database that takes no writes just now', async () => {
    await source.destroy();
    source = await connect(createDataSource({ url: database.url, poolSize: 1 }));
    await source.query('SET default_transaction_read_only = on');
    expect(await started(SECRET)).toEqual([]);
  });

  it('cannot be read from what is kept of it', async () => {
    await started(SECRET);
    const [row] = await source.query<{ fingerprint: string }[]>('SELECT * FROM secret_in_use');
    expect(row!.fingerprint).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(row!.fingerprint, 'base64url').toString()).not.toContain(SECRET.slice(0, 8));
  });
});

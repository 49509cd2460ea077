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

const WARNED = [expect.stringMatching(/^warn JWT_SECRET differs/)];

describe('the fingerprint of JWT_SECRET', () => {
  it('causes no warning at the first start and with the same secret', async () => {
    expect(await started(SECRET)).toEqual([]);
    expect(await started(SECRET)).toEqual([]);
  });

  it('causes one warning per change of the secret', async () => {
    await started(SECRET);
    expect(await started(OTHER)).toEqual(WARNED);
    expect(await started(OTHER)).toEqual([]);
    expect(await started(SECRET)).toEqual(WARNED);
  });

  it('is stored once when several instances start at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => started(SECRET)));
    expect(all.flat()).toEqual([]);
    expect(await source.query('SELECT count(*)::integer AS count FROM secret_in_use')).toEqual([
      { count: 1 },
    ]);
  });

  it('causes one warning when several instances start with another secret', async () => {
    await started(SECRET);
    const holder = source.createQueryRunner();
    await holder.query('BEGIN; LOCK TABLE secret_in_use IN EXCLUSIVE MODE');
    const starting = Promise.all([started(OTHER), started(OTHER)]);
    const waiting = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const areWaiting = async () => (await source.query<unknown[]>(waiting)).length === 2;
    await until('both wait to store the new fingerprint', areWaiting);
    await holder.query('COMMIT');
    await holder.release();
    const all = await starting;
    expect(all.flat()).toEqual(WARNED);
  });

  it('does not prevent a start on a read-only database', async () => {
    await source.destroy();
    source = await connect(createDataSource({ url: database.url, poolSize: 1 }));
    await source.query('SET default_transaction_read_only = on');
    expect(await started(SECRET)).toEqual([]);
  });

  it('does not reveal the secret', async () => {
    await started(SECRET);
    const [row] = await source.query<{ fingerprint: string }[]>('SELECT * FROM secret_in_use');
    expect(row!.fingerprint).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(row!.fingerprint, 'base64url').toString()).not.toContain(SECRET.slice(0, 8));
  });
});

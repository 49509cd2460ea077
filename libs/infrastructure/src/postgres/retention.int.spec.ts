import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { deleteExpiredKeys } from './idempotency-keys.js';

const KEYS = 3_000;
const UNEXPIRED = 5;
const BATCH = 500;

let dataSource: DataSource;
let url: string;

beforeAll(async () => {
  // One connection: sessions report their index statistics with a delay, except the one that is asked to flush.
  ({ dataSource, url } = await openDatabase({ poolSize: 1 }));
});

/** Three keys per second, so that a batch ends between keys of the same time. */
beforeEach(async () => {
  await dataSource.query('TRUNCATE idempotency_keys');
  await dataSource.query(
    `INSERT INTO idempotency_keys (account_id, principal, path, key, fingerprint, created_at)
     SELECT gen_random_uuid(), 'user', '/v1/things', number::text, '-',
       now() - interval '48 hours' + make_interval(secs => number / 3) FROM generate_series(1, $1::int) AS number`,
    [KEYS],
  );
  await dataSource.query(
    `UPDATE idempotency_keys SET created_at = now() WHERE key::int > ${KEYS - UNEXPIRED}`,
  );
  await dataSource.query('VACUUM ANALYZE idempotency_keys');
});

async function deleteAll(): Promise<number[]> {
  const counts: number[] = [];
  let from: Date | undefined;
  do {
    const { count, reached } = await deleteExpiredKeys(dataSource, BATCH, from);
    counts.push(count);
    from = reached;
  } while (counts.at(-1) === BATCH);
  return counts;
}

const keysLeft = async (): Promise<number> => {
  const [row] = await dataSource.query<[{ count: number }]>('SELECT count(*)::int FROM idempotency_keys');
  return row.count;
};

/** Index entries read so far. */
async function indexEntriesRead(): Promise<number> {
  await dataSource.query('SELECT pg_stat_force_next_flush()');
  const [row] = await dataSource.query<[{ read: number }]>(
    `SELECT idx_tup_read::int AS read FROM pg_stat_user_indexes WHERE indexrelname = 'idempotency_keys_created_at_idx'`,
  );
  return row.read;
}

describe('deleting expired rows', () => {
  it('deletes all expired rows and no others, in batches', async () => {
    expect(await deleteAll()).toEqual([500, 500, 500, 500, 500, 495]);
    expect(await keysLeft()).toBe(UNEXPIRED);
  });

  it('does not read deleted rows again while an open snapshot keeps them in the index', async () => {
    const backup = new pg.Client({ connectionString: url });
    await backup.connect();
    await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await backup.query('SELECT FROM idempotency_keys LIMIT 1');
    const before = await indexEntriesRead();
    await deleteAll();
    expect((await indexEntriesRead()) - before).toBeLessThan(KEYS * 1.5);
    await backup.end();
    expect(await keysLeft()).toBe(UNEXPIRED);
  });

  it('skips locked rows', async () => {
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query(`UPDATE idempotency_keys SET fingerprint = 'locked' WHERE key IN ('7', '8')`);
    await deleteAll();
    await holder.end();
    expect(await keysLeft()).toBe(UNEXPIRED + 2);
    expect(await deleteAll()).toEqual([2]);
  });
});

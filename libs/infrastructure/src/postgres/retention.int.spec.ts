import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { deleteExpiredKeys } from './idempotency-keys.js';

const KEYS = 3_000;
const YOUNG = 5;
const AT_ONCE = 500;

let dataSource: DataSource;
let url: string;

beforeAll(async () => {
  // One connection tells what it has read when it is asked; others would tell some time later.
  ({ dataSource, url } = await openDatabase({ poolSize: 1 }));
});

/** Three of each second, so that pieces end within one. */
beforeEach(async () => {
  await dataSource.query('TRUNCATE idempotency_keys');
  await dataSource.query(
    `INSERT INTO idempotency_keys (account_id, principal, path, key, fingerprint, created_at)
     SELECT gen_random_uuid(), 'user', '/v1/things', number::text, '-',
       now() - interval '48 hours' + make_interval(secs => number / 3) FROM generate_series(1, $1::int) AS number`,
    [KEYS],
  );
  await dataSource.query(`UPDATE idempotency_keys SET created_at = now() WHERE key::int > ${KEYS - YOUNG}`);
  await dataSource.query('VACUUM ANALYZE idempotency_keys');
});

async function deleteAll(): Promise<number[]> {
  const counts: number[] = [];
  let from: Date | undefined;
  do {
    const { count, reached } = await deleteExpiredKeys(dataSource, AT_ONCE, from);
    counts.push(count);
    from = reached;
  } while (counts.at(-1) === AT_ONCE);
  return counts;
}

const keysLeft = async (): Promise<number> => {
  const [row] = await dataSource.query<[{ count: number }]>('SELECT count(*)::int FROM idempotency_keys');
  return row.count;
};

/** Rows of the table that were fetched for whoever asked the index. */
async function fetched(): Promise<number> {
  await dataSource.query('SELECT pg_stat_force_next_flush()');
  const [row] = await dataSource.query<[{ read: number }]>(
    `SELECT idx_tup_read::int AS read FROM pg_stat_user_indexes WHERE indexrelname = 'idempotency_keys_created_at_idx'`,
  );
  return row.read;
}

describe('a long deletion', () => {
  it('takes all that is old and nothing else, in pieces', async () => {
    expect(await deleteAll()).toEqual([500, 500, 500, 500, 500, 495]);
    expect(await keysLeft()).toBe(YOUNG);
  });

  it('does not read again what it has deleted, though a backup keeps the server from forgetting it', async () => {
    const backup = new pg.Client({ connectionString: url });
    await backup.connect();
    await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await backup.query('SELECT FROM idempotency_keys LIMIT 1');
    const before = await fetched();
    await deleteAll();
    expect((await fetched()) - before).toBeLessThan(KEYS * 1.5);
    await backup.end();
    expect(await keysLeft()).toBe(YOUNG);
  });

  it('passes by what somebody holds', async () => {
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM idempotency_keys WHERE key IN ('7', '8') FOR UPDATE`);
    await deleteAll();
    await holder.end();
    expect(await keysLeft()).toBe(YOUNG + 2);
    expect(await deleteAll()).toEqual([2]);
  });
});

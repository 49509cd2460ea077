import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { until } from '../../../../test/support/until.js';
import { readKeyMove } from './idempotency-key-move.js';
import { IdempotencyKeysByAccount0000000000030 } from './migrations/0030-idempotency-keys-by-account.js';

const INSERT_USER = `
  INSERT INTO users (id, email, password_hash, status, role, created_at, updated_at)
  VALUES (gen_random_uuid(), 'admin@example.com', '-', 'active', 'admin', now(), now())`;

let dataSource: DataSource;

async function migrateAgain(): Promise<void> {
  const queryRunner = dataSource.createQueryRunner();
  const migration = new IdempotencyKeysByAccount0000000000030();
  await migration.down(queryRunner);
  await migration.up(queryRunner);
  await queryRunner.release();
}

const isInProgress = async (): Promise<boolean> => (await readKeyMove(dataSource))();
const advance = (time: string) =>
  dataSource.query(`UPDATE idempotency_key_move SET ends_at = ends_at - interval '${time}'`);

beforeAll(async () => {
  ({ dataSource } = await openDatabase());
});

describe('the move of idempotency keys', () => {
  beforeEach(async () => {
    await dataSource.query('DELETE FROM users');
    await migrateAgain();
  });

  it('is over in a new database', async () => {
    expect(await isInProgress()).toBe(false);
    await dataSource.query(INSERT_USER);
    expect(await isInProgress()).toBe(false);
  });

  it('lasts 48 hours after the upgrade of a database with users', async () => {
    await dataSource.query(INSERT_USER);
    await migrateAgain();
    expect(await isInProgress()).toBe(true);
    await advance('47 hours 58 minutes');
    expect(await isInProgress()).toBe(true);
    await advance('2 minutes');
    expect(await isInProgress()).toBe(false);
  });

  it('ends in a running process', async () => {
    await dataSource.query(
      `INSERT INTO idempotency_key_move (ends_at) VALUES (clock_timestamp() + interval '1 second')`,
    );
    const isStillInProgress = await readKeyMove(dataSource);
    await until('the move has ended', () => !isStillInProgress());
  });
});

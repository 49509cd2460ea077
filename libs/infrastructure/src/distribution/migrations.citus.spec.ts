import { beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { readKeyMove } from '../postgres/idempotency-key-move.js';
import { IdempotencyKeysByAccount0000000000030 } from '../postgres/migrations/0030-idempotency-keys-by-account.js';
import { placeOnCitus } from '../postgres/migrations/sql-migration.js';

const INSERT_USER = `
  INSERT INTO users (id, email, password_hash, status, role, created_at, updated_at)
  VALUES (gen_random_uuid(), 'admin@example.com', '-', 'active', 'admin', now(), now())`;

let dataSource: DataSource;

beforeAll(async () => {
  ({ dataSource } = await openDatabase());
});

describe('a migration that follows the rules, on the distributed form', () => {
  it.each([
    'ALTER TABLE entries ADD COLUMN note text',
    'ALTER TABLE entries ADD CONSTRAINT entries_note_check CHECK (char_length(note) < 10) NOT VALID',
    'ALTER TABLE entries VALIDATE CONSTRAINT entries_note_check',
    'CREATE INDEX entries_note_idx ON entries (account_id, note) WHERE note IS NOT NULL',
    'DROP INDEX entries_note_idx',
    'ALTER TABLE accounts ADD COLUMN note text',
    'ALTER TABLE users ADD COLUMN note text',
    'CREATE INDEX users_note_idx ON users (note)',
    'CREATE TABLE notes (account_id uuid NOT NULL, id uuid NOT NULL, PRIMARY KEY (account_id, id))',
    placeOnCitus('notes', 'distributed'),
    'ALTER TABLE notes ADD CONSTRAINT notes_account_fkey FOREIGN KEY (account_id) REFERENCES accounts (id)',
    'ALTER TABLE notes ADD CONSTRAINT notes_book_fkey FOREIGN KEY (account_id) REFERENCES books (account_id)',
    'CREATE TABLE plans (id uuid PRIMARY KEY)',
    placeOnCitus('plans', 'reference'),
    'CREATE TABLE tokens (id uuid PRIMARY KEY, user_id uuid NOT NULL)',
    placeOnCitus('tokens', 'coordinator'),
    'ALTER TABLE tokens ADD CONSTRAINT tokens_user_fkey FOREIGN KEY (user_id) REFERENCES users (id)',
    'DROP TABLE notes',
  ])('can run: %s', async (sql) => {
    await dataSource.transaction((manager) => manager.query(sql));
  });

  it('is 0030', async () => {
    await dataSource.query(INSERT_USER);
    const migration = new IdempotencyKeysByAccount0000000000030();
    const queryRunner = dataSource.createQueryRunner();
    await queryRunner.startTransaction();
    await migration.down(queryRunner);
    await migration.up(queryRunner);
    await queryRunner.commitTransaction();
    await queryRunner.release();
    const isInProgress = await readKeyMove(dataSource);
    expect(isInProgress()).toBe(true);
  });

  it('placed its tables', async () => {
    const placed = await dataSource.query<{ name: string }[]>(
      `SELECT logicalrelid::text AS name FROM pg_dist_partition
        WHERE logicalrelid IN ('plans'::regclass, 'tokens'::regclass) ORDER BY 1`,
    );
    expect(placed.map(({ name }) => name)).toEqual(['plans', 'tokens']);
  });
});

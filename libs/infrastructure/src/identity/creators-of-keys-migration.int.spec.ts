import { expect, it } from '@jest/globals';
import { SequentialIds } from '@florin/identity/testing';
import { type Id, uuidFromId } from '@florin/kernel';
import { openDatabase } from '../../../../test/support/open-database.js';
import { CreatorsOfKeys0000000000017 } from '../postgres/migrations/0017-creators-of-keys.js';

const ADD_ADMIN = `
  INSERT INTO users (id, email, password_hash, status, role, created_at, updated_at)
  VALUES ($1, 'admin@example.com', '-', 'active', 'admin', now(), now())`;
const ADD_KEY = `
  INSERT INTO api_keys (id, kind, name, digest, last_four, status, created_at)
  VALUES ($1, 'platform', 'Key', $1::uuid::text, '1234', 'active', now())`;
const ADD_ENTRY = `
  INSERT INTO audit_entries (id, actor, action, subject_kind, subject_id, details, occurred_at)
  VALUES (gen_random_uuid(), $2, 'api_key.created', 'key', $1, '{}', now())`;

it('the migration reads the creators of keys from the audit trail, and revokes the keys of deleted admins', async () => {
  const { dataSource } = await openDatabase();
  const queryRunner = dataSource.createQueryRunner();
  const ids = new SequentialIds();
  const [admin, deleted] = [ids.next('user'), ids.next('user')];
  const [byAdmin, byDeleted, bySystem, withoutEntry] = [1, 2, 3, 4].map(() => ids.next('key'));
  const migration = new CreatorsOfKeys0000000000017();
  await migration.down(queryRunner);
  await dataSource.query(ADD_ADMIN, [uuidFromId(admin)]);
  const addKey = async (id: Id, actor?: string): Promise<void> => {
    await dataSource.query(ADD_KEY, [uuidFromId(id)]);
    if (actor !== undefined) await dataSource.query(ADD_ENTRY, [uuidFromId(id), actor]);
  };
  await addKey(byAdmin!, admin);
  await addKey(byDeleted!, deleted);
  await addKey(bySystem!, 'system');
  await addKey(withoutEntry!);

  await migration.up(queryRunner);
  expect(await dataSource.query('SELECT created_by, status, revoked_at FROM api_keys ORDER BY id')).toEqual([
    { created_by: uuidFromId(admin), status: 'active', revoked_at: null },
    { created_by: uuidFromId(deleted), status: 'revoked', revoked_at: expect.any(Date) },
    { created_by: null, status: 'active', revoked_at: null },
    { created_by: null, status: 'active', revoked_at: null },
  ]);
  await queryRunner.release();
});

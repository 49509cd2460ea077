import { parseId, uuidFromId } from '@florin/kernel';
import type { QueryRunner } from 'typeorm';
import { SqlMigration } from './sql-migration.js';

// The audit trail is the only record of who created the keys of earlier releases.
const CREATORS = `
  SELECT entry.subject_id AS key, entry.actor FROM api_keys
  JOIN audit_entries entry ON entry.subject_id = api_keys.id AND entry.action = 'api_key.created'`;

const SET_CREATORS = `
  UPDATE api_keys SET created_by = creator.id
  FROM unnest($1::uuid[], $2::uuid[]) AS creator (key, id)
  WHERE api_keys.id = creator.key`;

const REVOKE_KEYS_OF_DELETED_ADMINS = `
  UPDATE api_keys SET status = 'revoked', revoked_at = greatest(created_at, now())
  WHERE kind = 'platform' AND status = 'active' AND created_by IS NOT NULL
    AND NOT EXISTS (SELECT FROM users WHERE users.id = api_keys.created_by)`;

/** No foreign key: the creator of a revoked key may be deleted. */
export class CreatorsOfKeys0000000000017 extends SqlMigration {
  readonly apply = [
    `ALTER TABLE api_keys ADD COLUMN created_by uuid`,
    `CREATE INDEX api_keys_created_by_idx ON api_keys (created_by, id) WHERE kind = 'platform'`,
  ];
  readonly revert = [`ALTER TABLE api_keys DROP COLUMN created_by`];

  override async up(queryRunner: QueryRunner): Promise<void> {
    await super.up(queryRunner);
    const created = (await queryRunner.query(CREATORS)) as { key: string; actor: string }[];
    const known = created.flatMap(({ key, actor }) => {
      const userId = parseId('user', actor);
      return userId === undefined ? [] : [{ key, userId }];
    });
    const keys = known.map(({ key }) => key);
    await queryRunner.query(SET_CREATORS, [keys, known.map(({ userId }) => uuidFromId(userId))]);
    await queryRunner.query(REVOKE_KEYS_OF_DELETED_ADMINS);
  }
}

import { SqlMigration } from './sql-migration.js';

// json, not jsonb: a repeated request gets the first response byte for byte, with its fields in order.
const IDEMPOTENCY_KEYS = `
  CREATE TABLE idempotency_keys (
    account_id  uuid           NOT NULL,
    principal   text           NOT NULL,
    path        text           NOT NULL,
    key         text           NOT NULL,
    fingerprint text           NOT NULL,
    answer      json,
    created_at  timestamptz(3) NOT NULL,
    CONSTRAINT idempotency_keys_pkey PRIMARY KEY (account_id, principal, path, key)
  )
`;

export class Ground extends SqlMigration {
  // TypeORM reads the last 13 characters as a number and rejects zero, so this one is minus one.
  override readonly name = 'Ground-000000000001';
  readonly apply = [
    IDEMPOTENCY_KEYS,
    `CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at)`,
  ];
  readonly revert = [`DROP TABLE idempotency_keys`];
}

import { SqlMigration } from './sql-migration.js';

const MOVE = `
  CREATE TABLE idempotency_key_move (
    is_the_one boolean        NOT NULL DEFAULT true,
    ends_at    timestamptz(3) NOT NULL,
    CONSTRAINT idempotency_key_move_pkey PRIMARY KEY (is_the_one),
    CONSTRAINT idempotency_key_move_one_check CHECK (is_the_one)
  )
`;

// Both releases may run for 24 hours, and keys are stored for 24 hours. Without a user there is no key to find.
const BEGIN = `INSERT INTO idempotency_key_move (ends_at)
  SELECT now() + interval '48 hours' WHERE EXISTS (SELECT FROM users)`;

/** Idempotency keys of admins and platform keys are stored with the account that the request names. */
export class IdempotencyKeysByAccount0000000000030 extends SqlMigration {
  readonly apply = [MOVE, BEGIN];
  readonly revert = [`DROP TABLE idempotency_key_move`];
}

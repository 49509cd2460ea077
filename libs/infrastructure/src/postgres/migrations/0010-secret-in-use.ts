import { SqlMigration } from './sql-migration.js';

const SECRET_IN_USE = `
  CREATE TABLE secret_in_use (
    is_the_one  boolean        NOT NULL DEFAULT true,
    fingerprint text           NOT NULL,
    since       timestamptz(3) NOT NULL,
    CONSTRAINT secret_in_use_pkey PRIMARY KEY (is_the_one),
    CONSTRAINT secret_in_use_one_check CHECK (is_the_one)
  )
`;

export class SecretInUse0000000000010 extends SqlMigration {
  readonly apply = [SECRET_IN_USE];
  readonly revert = [`DROP TABLE secret_in_use`];
}

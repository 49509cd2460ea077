import { SqlMigration } from './sql-migration.js';

// Anonymous callers create users and accounts only, and both responses contain the email.
const NO_ACCOUNT = `account_id = '00000000-0000-0000-0000-000000000000'`;

/** Idempotency keys of anonymous callers belong to the email in the body. */
export class AnonymousKeysByEmail0000000000018 extends SqlMigration {
  readonly apply = [
    `UPDATE idempotency_keys SET principal = 'anonymous ' || (answer ->> 'email')
     WHERE ${NO_ACCOUNT} AND principal = 'anonymous' AND answer ->> 'email' IS NOT NULL`,
  ];
  // Two emails may have used one key, which earlier releases store once.
  readonly revert = [`DELETE FROM idempotency_keys WHERE ${NO_ACCOUNT} AND principal LIKE 'anonymous %'`];
}

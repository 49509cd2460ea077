import { SqlMigration } from './sql-migration.js';

/**
 * A transfer is two transactions, one of each account. Existing rows have null in the new columns; a check of them would
 * read the whole table under a lock.
 */
export class Transfers0000000000020 extends SqlMigration {
  readonly apply = [
    `ALTER TABLE transactions ADD COLUMN transfer_id uuid, ADD COLUMN counterparty_id uuid,
       ADD CONSTRAINT transactions_transfer_check CHECK (
         (transfer_id IS NULL) = (counterparty_id IS NULL) AND counterparty_id <> account_id
         AND (transfer_id IS NULL OR (type IN ('payment', 'credit') AND refund_of IS NULL))) NOT VALID`,
    // For the condition on `amount`, see partial-index-hints.ts.
    `CREATE INDEX transactions_transfer_idx ON transactions (transfer_id, type)
       WHERE transfer_id IS NOT NULL AND amount > -2`,
    `CREATE UNIQUE INDEX transactions_account_transfer_idx ON transactions (account_id, transfer_id)
       WHERE transfer_id IS NOT NULL`,
  ];
  readonly revert = [`ALTER TABLE transactions DROP COLUMN transfer_id, DROP COLUMN counterparty_id`];
}

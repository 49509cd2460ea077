import { SqlMigration } from './sql-migration.js';

// The account second: one index serves the list of one account in order, and finds the few rows of a rare value in all
// accounts. The rows of a common value are found soon in the order of ids.
export class ListFilters0000000000015 extends SqlMigration {
  readonly apply = [
    `CREATE INDEX transactions_reference_idx ON transactions (reference, account_id, id)
       WHERE reference IS NOT NULL`,
    `CREATE INDEX payment_requests_customer_idx ON payment_requests (customer_email, account_id, id)`,
  ];
  readonly revert = [`DROP INDEX payment_requests_customer_idx, transactions_reference_idx`];
}

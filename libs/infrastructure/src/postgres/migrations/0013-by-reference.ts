import { SqlMigration } from './sql-migration.js';

const TABLES = ['payment_requests', 'subscriptions'];

export class ByReference0000000000013 extends SqlMigration {
  readonly apply = TABLES.flatMap((table) => [
    `CREATE INDEX ${table}_reference_idx ON ${table} (account_id, reference, id) WHERE reference IS NOT NULL`,
    // For the condition on `amount`, see partial-index-hints.ts.
    `CREATE INDEX ${table}_all_reference_idx ON ${table} (reference, id)
       WHERE reference IS NOT NULL AND amount > -2`,
  ]);
  readonly revert = TABLES.map((table) => `DROP INDEX ${table}_reference_idx, ${table}_all_reference_idx`);
}

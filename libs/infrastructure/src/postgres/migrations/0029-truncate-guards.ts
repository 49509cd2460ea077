import { SqlMigration } from './sql-migration.js';

const entriesAreFinal = (events: string): string => `CREATE OR REPLACE TRIGGER entries_are_final
  BEFORE UPDATE OF account_id, transaction_id, line, currency, amount, posted_at OR ${events} ON entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_entries()`;

const auditTrailIsFinal = (events: string): string => `CREATE OR REPLACE TRIGGER audit_trail_is_final
  BEFORE UPDATE OR ${events} ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_trail()`;

/** Citus treats a trigger for TRUNCATE differently, and then ignores its other events: DELETE removed all rows. */
export class TruncateGuards0000000000029 extends SqlMigration {
  readonly apply = [
    entriesAreFinal('DELETE'),
    `CREATE TRIGGER entries_are_not_truncated BEFORE TRUNCATE ON entries
       FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_entries()`,
    auditTrailIsFinal('DELETE'),
    `CREATE TRIGGER audit_trail_is_not_truncated BEFORE TRUNCATE ON audit_entries
       FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_trail()`,
  ];
  readonly revert = [
    `DROP TRIGGER audit_trail_is_not_truncated ON audit_entries`,
    auditTrailIsFinal('DELETE OR TRUNCATE'),
    `DROP TRIGGER entries_are_not_truncated ON entries`,
    entriesAreFinal('DELETE OR TRUNCATE'),
  ];
}

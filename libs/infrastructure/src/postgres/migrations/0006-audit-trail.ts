import { SqlMigration } from './sql-migration.js';

// An attacker who can run SQL must not be able to delete the audit trail with one statement.
const TRAIL_IS_FINAL = [
  `CREATE FUNCTION refuse_change_of_audit_trail() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       RAISE EXCEPTION 'The audit trail is never changed.' USING ERRCODE = 'restrict_violation';
     END
   $$`,
  `CREATE TRIGGER audit_trail_is_final BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_trail()`,
];

export class AuditTrail0000000000006 extends SqlMigration {
  readonly apply = TRAIL_IS_FINAL;
  readonly revert = [
    `DROP TRIGGER audit_trail_is_final ON audit_entries`,
    `DROP FUNCTION refuse_change_of_audit_trail()`,
  ];
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

// Whoever finds a way to run statements of their own should not be able to wipe out their traces with one of them.
const TRAIL_IS_FINAL = [
  `CREATE FUNCTION refuse_change_of_audit_trail() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       RAISE EXCEPTION 'The audit trail is never changed.' USING ERRCODE = 'restrict_violation';
     END
   $$`,
  `CREATE TRIGGER audit_trail_is_final BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_trail()`,
];

export class AuditTrail0000000000006 implements MigrationInterface {
  readonly name = 'AuditTrail0000000000006';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of TRAIL_IS_FINAL) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TRIGGER audit_trail_is_final ON audit_entries`);
    await queryRunner.query(`DROP FUNCTION refuse_change_of_audit_trail()`);
  }
}

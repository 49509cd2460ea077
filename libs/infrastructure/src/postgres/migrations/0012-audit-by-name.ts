import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = [
  `CREATE INDEX audit_entries_actor_idx ON audit_entries (actor, id)`,
  `CREATE INDEX audit_entries_subject_idx ON audit_entries (subject_id, id)`,
];

/** What somebody did, and what was done to somebody, newest first. */
export class AuditByName0000000000012 implements MigrationInterface {
  readonly name = 'AuditByName0000000000012';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of INDEXES) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX audit_entries_actor_idx, audit_entries_subject_idx`);
  }
}

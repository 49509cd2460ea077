import { SqlMigration } from './sql-migration.js';

const INDEXES = [
  `CREATE INDEX audit_entries_actor_idx ON audit_entries (actor, id)`,
  `CREATE INDEX audit_entries_subject_idx ON audit_entries (subject_id, id)`,
];

export class AuditByName0000000000012 extends SqlMigration {
  readonly apply = INDEXES;
  readonly revert = [`DROP INDEX audit_entries_actor_idx, audit_entries_subject_idx`];
}

import { SqlMigration } from './sql-migration.js';

// Separate from the indexes of transactions, so that writes wait for one of the two only.
export class EventsBySubject0000000000016 extends SqlMigration {
  readonly apply = [
    // A subject belongs to one account, so its events need no account in the index.
    `CREATE INDEX events_subject_idx ON events (subject_id, id)`,
    // Without the two most common types, of which a scan of the newest events soon finds enough.
    `CREATE INDEX events_type_idx ON events (type, account_id, id)
       WHERE type <> 'transaction.created' AND type <> 'transaction.succeeded'`,
  ];
  readonly revert = [`DROP INDEX events_type_idx, events_subject_idx`];
}

import { SqlMigration } from './sql-migration.js';

// The length only: a regular expression would cost a create two times 14 µs. Without validation of existing rows: all of
// them are null, and the check would read the whole table under a lock.
const CHECKS = [
  `ALTER TABLE events ADD CONSTRAINT events_hash_check CHECK (octet_length(hash) = 64) NOT VALID`,
  `ALTER TABLE events ADD CONSTRAINT events_balance_check
     CHECK (num_nulls(available, held, incoming) IN (0, 3)) NOT VALID`,
  `ALTER TABLE books ADD CONSTRAINT books_head_hash_check CHECK (octet_length(head_hash) = 64) NOT VALID`,
  `ALTER TABLE books ADD CONSTRAINT books_head_check
     CHECK (head_event_id IS NULL OR head_hash IS NOT NULL) NOT VALID`,
];

/**
 * The hash chain of events, and the balance after each event of a transaction. A null `head_hash` means that the events
 * of the account are not chained yet: the previous release leaves it null for the accounts that it opens.
 */
export class EventLog0000000000019 extends SqlMigration {
  readonly apply = [
    `ALTER TABLE events ADD COLUMN hash text, ADD COLUMN available bigint, ADD COLUMN held bigint,
       ADD COLUMN incoming bigint, ADD COLUMN erased_at timestamptz(3)`,
    `ALTER TABLE books ADD COLUMN head_event_id uuid, ADD COLUMN head_hash text`,
    ...CHECKS,
  ];
  readonly revert = [
    `ALTER TABLE events DROP COLUMN hash, DROP COLUMN available, DROP COLUMN held, DROP COLUMN incoming,
       DROP COLUMN erased_at`,
    `ALTER TABLE books DROP COLUMN head_event_id, DROP COLUMN head_hash`,
  ];
}

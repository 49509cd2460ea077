import { SqlMigration } from './sql-migration.js';

// Without validation of existing rows: all of them are null, and the check would read the whole table under a lock.
const ENTRIES = [
  `ALTER TABLE entries ADD COLUMN position bigint, ADD COLUMN balance_after bigint, ADD COLUMN total_in bigint,
     ADD CONSTRAINT entries_running_check CHECK (num_nulls(position, balance_after, total_in) IN (0, 3)
       AND (position IS NULL OR (line = 'account' AND position > 0))) NOT VALID`,
  // Reports find an instant in it and read on in the order of positions, so they need no other index.
  `CREATE INDEX entries_position_idx ON entries (account_id, posted_at, position) WHERE position IS NOT NULL`,
  `CREATE INDEX entries_unnumbered_idx ON entries (account_id, posted_at)
     WHERE line = 'account' AND position IS NULL`,
  // The running totals of earlier entries are filled in later; their other columns never change.
  `DROP TRIGGER entries_are_final ON entries`,
  `CREATE TRIGGER entries_are_final
     BEFORE UPDATE OF account_id, transaction_id, line, currency, amount, posted_at OR DELETE OR TRUNCATE ON entries
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_entries()`,
];

const BOOKS = [
  `ALTER TABLE books ADD COLUMN posted_count bigint, ADD COLUMN total_in bigint,
     ADD CONSTRAINT books_posted_check CHECK (num_nulls(posted_count, total_in) IN (0, 2)) NOT VALID`,
];

// `account_id` routes the row to the node of the batch that posted it; the sums are of all accounts.
const ACTIVITY = [
  `CREATE TABLE activity_deltas (
     account_id   uuid   NOT NULL,
     id           bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
     currency     text   NOT NULL,
     day          date   NOT NULL,
     posted_count bigint NOT NULL,
     total_in     bigint NOT NULL,
     total_out    bigint NOT NULL,
     CONSTRAINT activity_deltas_pkey PRIMARY KEY (account_id, id)
   )`,
  `CREATE TABLE activity_days (
     currency     text   NOT NULL,
     day          date   NOT NULL,
     posted_count bigint NOT NULL,
     total_in     bigint NOT NULL,
     total_out    bigint NOT NULL,
     CONSTRAINT activity_days_pkey PRIMARY KEY (currency, day)
   )`,
];

/**
 * Running totals of each account's entries, so that a report is the difference of two rows, and the sums of all accounts
 * by day. A null `posted_count` means that the entries of the account are not numbered yet: the previous release leaves it
 * null for the accounts that it opens. `balance_hidden` marks events whose balance is not part of their content.
 */
export class RunningTotals0000000000026 extends SqlMigration {
  readonly apply = [
    ...ENTRIES,
    ...BOOKS,
    ...ACTIVITY,
    `ALTER TABLE events ADD COLUMN balance_hidden boolean`,
  ];
  readonly revert = [
    `ALTER TABLE events DROP COLUMN balance_hidden`,
    `DROP TABLE activity_days, activity_deltas`,
    `ALTER TABLE books DROP COLUMN posted_count, DROP COLUMN total_in`,
    `DROP TRIGGER entries_are_final ON entries`,
    `CREATE TRIGGER entries_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON entries
       FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_entries()`,
    `ALTER TABLE entries DROP COLUMN position, DROP COLUMN balance_after, DROP COLUMN total_in`,
  ];
}

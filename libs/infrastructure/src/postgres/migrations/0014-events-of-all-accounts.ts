import { SqlMigration } from './sql-migration.js';

/** For the condition, see partial-index-hints.ts. New ids are the highest, so an insert touches only the last page. */
export class EventsOfAllAccounts0000000000014 extends SqlMigration {
  readonly apply = [`CREATE INDEX events_id_idx ON events (id) WHERE occurred_at > '-infinity'`];
  readonly revert = [`DROP INDEX events_id_idx`];
}

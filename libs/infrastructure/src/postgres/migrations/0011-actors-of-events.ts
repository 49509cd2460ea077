import { SqlMigration } from './sql-migration.js';

/** Null for events of earlier releases. */
export class ActorsOfEvents0000000000011 extends SqlMigration {
  readonly apply = [`ALTER TABLE events ADD COLUMN actor text`];
  readonly revert = [`ALTER TABLE events DROP COLUMN actor`];
}

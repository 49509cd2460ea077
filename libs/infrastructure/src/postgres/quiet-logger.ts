import type { Logger } from 'typeorm';

const nothing = (): void => undefined;

/** TypeORM writes to the console whatever it is told about logging: that a migration failed, which we tell ourselves. */
export const QUIET: Logger = {
  logQuery: nothing,
  logQueryError: nothing,
  logQuerySlow: nothing,
  logSchemaBuild: nothing,
  logMigration: nothing,
  log: nothing,
};

import {
  connect,
  createDataSource,
  databaseIsReachable,
  type DatabaseLogEntry,
  migrate,
  pendingMigrations,
  type PoolGauges,
  poolGauges,
} from '@florin/infrastructure';
import type { Logger } from 'pino';

export type DataSource = ReturnType<typeof createDataSource>;

/** The open database, as the service sees it. Slices build their adapters on `source`. */
export abstract class Database {
  abstract readonly source: DataSource;
  /** Whether the database answers and has every migration. Tells within a second, also of a database that hangs. */
  abstract isReady(): Promise<boolean>;
  abstract pool(): PoolGauges;
  abstract close(): Promise<void>;
}

/** Brings the schema up to date, then opens the pool that the service uses. */
export async function openDatabase(url: string, logger: Logger): Promise<Database> {
  const log = ({ level, message, ...facts }: DatabaseLogEntry): void => {
    logger[level](facts, message);
  };
  const onWait = (message: string): void => {
    logger.warn(message);
  };
  const applied = await migrate({ url, log }, { onWait });
  if (applied.length > 0) logger.info({ migrations: applied }, 'schema brought up to date');
  const source = await connect(createDataSource({ url, log }), { onWait });
  return databaseOn(source);
}

function databaseOn(source: DataSource): Database {
  let isMigrated = false;
  return {
    source,
    pool: () => poolGauges(source),
    async isReady() {
      if (!(await databaseIsReachable(source))) return false;
      // Once none is pending none will be for as long as this release runs.
      isMigrated ||= (await pendingMigrations(source)).length === 0;
      return isMigrated;
    },
    close: () => source.destroy(),
  };
}

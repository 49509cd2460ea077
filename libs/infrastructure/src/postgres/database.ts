import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { warnOfOtherClock } from './clock-doubt.js';
import { connect, createDataSource, type DatabaseSettings } from './data-source.js';
import type { DatabaseLogEntry } from './database-log.js';
import { poolOf } from './database-pool.js';
import { migrate, pendingMigrations } from './migrate.js';
import { databaseIsReachable, type PoolGauges, poolGauges } from './pool-health.js';

/** The open database, as an app sees it, which builds its adapters on `source`. */
export abstract class Database {
  abstract readonly source: DataSource;
  /** Whether the database answers and has every migration. Tells within a second, also of a database that hangs. */
  abstract isReady(): Promise<boolean>;
  abstract pool(): PoolGauges;
  abstract close(): Promise<void>;
}

/** Brings the schema up to date, then opens the pool that the app uses. */
export async function openDatabase(
  url: string,
  logger: Logger,
  settings: Pick<DatabaseSettings, 'applicationName' | 'poolSize' | 'timeouts'> = {},
  signal?: AbortSignal,
): Promise<Database> {
  const log = ({ level, message, ...facts }: DatabaseLogEntry): void => {
    logger[level](facts, message);
  };
  const onWait = (message: string): void => {
    logger.warn(message);
  };
  const applied = await migrate({ url, log }, { onWait, signal });
  if (applied.length > 0) logger.info({ migrations: applied }, 'schema brought up to date');
  const source = await connect(createDataSource({ ...settings, url, log, findsByIndex: true }), {
    onWait,
    signal,
  });
  // A database that goes away just now is found out by whoever asks it next.
  await warnOfOtherClock(source, logger).catch(() => undefined);
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
      isMigrated ||= await pendingMigrations(source).then(
        ({ length }) => length === 0,
        () => false,
      );
      return isMigrated;
    },
    close: () => close(source),
  };
}

const CLOSE_WITHIN_MS = 1_000;

/**
 * The pool ends first: TypeORM would hand connections in the middle of a SQL transaction to work that waits for one. What
 * is still under way after the limit is cut off, and the server rolls it back. A frozen server does not confirm the end.
 */
async function close(source: DataSource): Promise<void> {
  const limit = (): Promise<void> => delay(CLOSE_WITHIN_MS, undefined, { ref: false });
  await Promise.race([poolOf(source).end(), limit()]);
  await Promise.race([source.destroy(), limit()]);
}

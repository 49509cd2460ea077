import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DataSource, EntitySchema } from 'typeorm';
import { connect, createDataSource, type DatabaseLogEntry, type DatabaseSettings } from './data-source.js';
import { isDatabaseReachable, type PoolGauges, poolGauges, poolOf } from './database-pool.js';
import { migrate, pendingMigrations } from './migrate.js';

export abstract class Database {
  abstract readonly source: DataSource;
  /** Whether the database responds and has every migration, within the readiness timeout. */
  abstract isReady(): Promise<boolean>;
  abstract pool(): PoolGauges;
  abstract close(): Promise<void>;
}

export interface OpenSettings extends Pick<DatabaseSettings, 'applicationName' | 'poolSize' | 'timeouts'> {
  readonly entities?: readonly EntitySchema[];
}

export async function openDatabase(
  url: string,
  logger: Logger,
  { entities, ...settings }: OpenSettings = {},
  signal?: AbortSignal,
): Promise<Database> {
  const log = ({ level, message, ...facts }: DatabaseLogEntry): void => {
    logger[level](facts, message);
  };
  const onWait = (message: string): void => {
    logger.warn(message);
  };
  const waiting = { signal, onWait };
  const applied = await migrate({ url, log }, waiting);
  if (applied.length > 0) logger.info({ migrations: applied }, 'schema migrated');
  const source = createDataSource({ ...settings, url, log, findsByIndex: true }, entities);
  await connect(source, waiting);
  await warnOfClockSkew(source, logger).catch(() => undefined);
  return databaseOn(source);
}

function databaseOn(source: DataSource): Database {
  let isMigrated = false;
  return {
    source,
    pool: () => poolGauges(source),
    async isReady() {
      if (!(await isDatabaseReachable(source))) return false;
      // Once no migration is pending, none will be while this release runs.
      isMigrated ||= await pendingMigrations(source).then(
        ({ length }) => length === 0,
        () => false,
      );
      return isMigrated;
    },
    close: () => close(source),
  };
}

const MAX_CLOCK_SKEW_MS = 60_000;

/** A process whose clock is ahead bills subscriptions and expires requests and sessions too early. */
export async function warnOfClockSkew(
  source: DataSource,
  logger: Pick<Logger, 'warn'>,
  now = (): number => Date.now(),
): Promise<void> {
  const before = now();
  const [row] = await source.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
  const after = now();
  const serverTimeMs = row?.now.getTime() ?? before;
  const aheadMs = Math.max(0, before - serverTimeMs) - Math.max(0, serverTimeMs - after);
  if (Math.abs(aheadMs) <= MAX_CLOCK_SKEW_MS) return;
  logger.warn(
    { aheadSeconds: Math.round(aheadMs / 1_000) },
    'clock skew between this machine and the database; due times follow this machine. Synchronize the clocks',
  );
}

const CLOSE_WITHIN_MS = 1_000;

// The pool ends first: TypeORM would give a connection with an open SQL transaction to a waiting caller. After the limit
// connections are closed and the server rolls back.
async function close(source: DataSource): Promise<void> {
  const limit = (): Promise<void> => delay(CLOSE_WITHIN_MS, undefined, { ref: false });
  const ended = poolOf(source).end();
  await Promise.race([ended, limit()]);
  // Releases the other connections, and rejects because the pool has already ended.
  await source.destroy().catch(() => undefined);
  await Promise.race([ended, limit()]);
}

import { setTimeout as delay } from 'node:timers/promises';
import { type DataSource, MigrationExecutor } from 'typeorm';
import {
  connect,
  type ConnectOptions,
  createDataSource,
  type DatabaseSettings,
  DatabaseUnreachable,
} from './data-source.js';
import { connectionOptionsOf } from './database-pool.js';
import { driverErrorIn, isPassing, sqlStateOf } from './driver-error.js';
import { holdingTheLock } from './migration-lock.js';
import { toldIfRefused } from './schema-refused.js';

export interface MigrateOptions extends ConnectOptions {
  /** How long to wait for another instance that is migrating. */
  readonly lockWithinMs?: number;
  /** How often it is tried, where others who use its tables do not let a migration pass or the server goes away. */
  readonly attempts?: number;
}

/** What a running instance can be the reason of: its SQL transactions are short, so the next attempt may well pass. */
const HELD_UP = new Set(['55P03', '40P01']);
const ATTEMPTS = 5;
const RECONNECT_PAUSE_MS = 200;

/**
 * Brings the schema up to date and answers the names of the migrations it ran. However many instances start at once,
 * one migrates while the others wait, and each migration is applied once, in a SQL transaction of its own. When the
 * server goes away meanwhile, what was under way there is undone, and it is begun again where it was left.
 */
export async function migrate(
  database: DatabaseSettings | DatabaseSettings['url'],
  options: MigrateOptions = {},
): Promise<string[]> {
  const settings = typeof database === 'string' ? { url: database } : database;
  const task: Task = { pending: undefined };
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrateOnce(settings, options, task);
    } catch (error) {
      options.signal?.throwIfAborted();
      const reason = driverErrorIn(error);
      if (reason === undefined || !isPassing(reason)) throw toldIfRefused(error, CANNOT);
      const message = `${CANNOT}, because the database went away: ${reason.message}`;
      if (attempt >= (options.attempts ?? ATTEMPTS)) throw new DatabaseUnreachable(message);
      options.onWait?.(`${message}. Trying again.`);
      await delay(RECONNECT_PAUSE_MS, undefined, { signal: options.signal });
    }
  }
}

const CANNOT = 'The schema cannot be brought up to date';

/** What the first attempt found to do. Those after it do the rest, and all of it is told in the end. */
interface Task {
  pending: string[] | undefined;
}

async function migrateOnce(
  settings: DatabaseSettings,
  options: MigrateOptions,
  task: Task,
): Promise<string[]> {
  const dataSource = createDataSource({
    ...settings,
    poolSize: 2,
    applicationName: 'florin migrate',
    // A migration may rewrite a large table, but must not queue for a lock: everything else would queue behind it.
    timeouts: { connect: 5_000, statement: 0, lock: 2_000, idleInTransaction: 0, query: 0 },
  });
  await connect(dataSource, options);
  try {
    const server = connectionOptionsOf(dataSource);
    await requireUnicode(dataSource, server.place);
    const patience = { withinMs: options.lockWithinMs ?? 120_000, signal: options.signal };
    return await holdingTheLock(server, patience, () => runPending(dataSource, options, task));
  } finally {
    await dataSource.destroy();
  }
}

/** In any other encoding there are names that cannot be kept, or are as long as their bytes. */
async function requireUnicode(dataSource: DataSource, place: string): Promise<void> {
  const [row] = await dataSource.query<{ server_encoding: string }[]>('SHOW server_encoding');
  if (row?.server_encoding === 'UTF8') return;
  throw new DatabaseUnreachable(
    `The database at ${place} is encoded in ${row?.server_encoding}, and Florin needs UTF8. ` +
      `Make one with CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0.`,
  );
}

/** The migrations that this release knows and the database has not seen. Readiness waits until there are none. */
export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const pending = await new MigrationExecutor(dataSource).getPendingMigrations();
  return pending.map(({ name }) => name);
}

async function runPending(
  dataSource: DataSource,
  { attempts = ATTEMPTS, onWait, signal }: MigrateOptions,
  task: Task,
): Promise<string[]> {
  const pending = (task.pending ??= await pendingMigrations(dataSource));
  for (let attempt = 1; ; attempt++) {
    try {
      await dataSource.runMigrations({ transaction: 'each' });
      return pending;
    } catch (error) {
      if (!HELD_UP.has(sqlStateOf(error) ?? '') || attempt >= attempts) throw error;
      if (attempt === 1) onWait?.(`${CANNOT} yet: ${(error as Error).message}. Trying again.`);
      await delay(1_000 * attempt, undefined, { signal });
    }
  }
}

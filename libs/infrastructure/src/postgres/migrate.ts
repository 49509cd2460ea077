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
import { driverErrorIn, isTransient, sqlStateOf } from './driver-error.js';
import { withMigrationLock } from './migration-lock.js';

export interface MigrateOptions extends ConnectOptions {
  readonly lockWithinMs?: number;
  readonly attempts?: number;
}

/** Lock timeout and deadlock. SQL transactions of a running instance are short, so a retry may succeed. */
const LOCK_FAILURES = new Set(['55P03', '40P01']);
const ATTEMPTS = 5;
const RECONNECT_PAUSE_MS = 200;
const CANNOT = 'Cannot migrate the schema';

// Returns the names of the migrations it ran. One instance migrates while the others wait. Each migration has its own
// SQL transaction, so after a lost connection it continues with the interrupted one.
export async function migrate(
  database: DatabaseSettings | DatabaseSettings['url'],
  options: MigrateOptions = {},
): Promise<string[]> {
  const settings = typeof database === 'string' ? { url: database } : database;
  const task = {};
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrateOnce(settings, options, task);
    } catch (error) {
      options.signal?.throwIfAborted();
      const reason = driverErrorIn(error);
      const isConnectionLost = reason !== undefined && isTransient(reason);
      const isLocked = LOCK_FAILURES.has(reason?.sqlState ?? '');
      const message = isConnectionLost
        ? `${CANNOT}: the database became unavailable: ${reason.message}`
        : `${CANNOT} yet: ${(error as Error).message}`;
      if (!(isConnectionLost || isLocked) || attempt >= (options.attempts ?? ATTEMPTS))
        throw isConnectionLost ? new DatabaseUnreachable(message) : explainSchemaRefusal(error, CANNOT);
      if (isConnectionLost || attempt === 1) options.onWait?.(`${message}. Retrying.`);
      await delay(isConnectionLost ? RECONNECT_PAUSE_MS : 1_000 * attempt, undefined, {
        signal: options.signal,
      });
    }
  }
}

async function migrateOnce(
  settings: DatabaseSettings,
  options: MigrateOptions,
  task: { pending?: string[] },
): Promise<string[]> {
  const dataSource = createDataSource({
    ...settings,
    poolSize: 2,
    applicationName: 'florin migrate',
    // A migration may rewrite a large table, but must not wait long for a lock: all other sessions would queue behind it.
    timeouts: { connect: 5_000, statement: 0, lock: 2_000, idleInTransaction: 0, query: 0 },
  });
  await connect(dataSource, options);
  try {
    const server = connectionOptionsOf(dataSource);
    await requireUnicode(dataSource, server.address);
    const waiting = { withinMs: options.lockWithinMs ?? 120_000, signal: options.signal };
    return await withMigrationLock(server, waiting, async () => {
      task.pending ??= await pendingMigrations(dataSource);
      await dataSource.runMigrations({ transaction: 'each' });
      return task.pending;
    });
  } finally {
    await dataSource.destroy();
  }
}

async function requireUnicode(dataSource: DataSource, address: string): Promise<void> {
  const [row] = await dataSource.query<{ server_encoding: string }[]>('SHOW server_encoding');
  if (row?.server_encoding === 'UTF8') return;
  throw new DatabaseUnreachable(
    `The database at ${address} has the encoding ${row?.server_encoding}, but Florin needs UTF8. ` +
      `Create one with CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0.`,
  );
}

export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const pending = await new MigrationExecutor(dataSource).getPendingMigrations();
  return pending.map(({ name }) => name);
}

const IN_USE =
  'Other sessions use its tables, see pg_stat_activity. The migration was rolled back; start again when they have finished.';

const ADVICE: Readonly<Record<string, string>> = {
  // Since PostgreSQL 15 only the owner of a database may create tables in its schema public.
  '42501': 'Make the role of DATABASE_URL the owner of its database and of all objects in it.',
  '3F000': 'Create the schema in its search_path, or change its search_path.',
  '25006':
    'Florin needs to write: check default_transaction_read_only, and that the server is not a standby.',
  '55P03': IN_USE,
  '40P01': IN_USE,
};

/** Adds advice for the operator when the server rejected a change of the schema. */
export function explainSchemaRefusal(error: unknown, what: string): unknown {
  const advice = ADVICE[sqlStateOf(error) ?? ''];
  return advice ? new DatabaseUnreachable(`${what}: ${(error as Error).message}. ${advice}`) : error;
}

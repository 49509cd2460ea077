import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type DataSource, MigrationExecutor } from 'typeorm';
import {
  connect,
  type ConnectOptions,
  createDataSource,
  type DatabaseSettings,
  DatabaseUnreachable,
  watchOf,
} from './data-source.js';
import { sqlStateOf } from './driver-error.js';
import { toldIfRefused } from './schema-refused.js';
import type { ServerAddress } from './server-addresses.js';
import { withSessionOptions } from './session-options.js';

export interface MigrateOptions extends ConnectOptions {
  /** How long to wait for another instance that is migrating. */
  readonly lockWithinMs?: number;
}

/** Any number will do, as long as nobody else in this database uses it: these are the letters "florin". */
export const ADVISORY_LOCK = 0x666c6f72696en;

const LOCK_NOT_AVAILABLE = '55P03';
const ATTEMPTS = 5;

/**
 * Brings the schema up to date and answers the names of the migrations it ran. However many instances start at once,
 * one migrates while the others wait, and each migration is applied once, in a SQL transaction of its own.
 */
export async function migrate(
  database: DatabaseSettings | DatabaseSettings['url'],
  options: MigrateOptions = {},
): Promise<string[]> {
  const settings = typeof database === 'string' ? { url: database } : database;
  const dataSource = createDataSource({
    ...settings,
    poolSize: 2,
    applicationName: 'florin migrate',
    // A migration may rewrite a large table, but must not queue for a lock: everything else would queue behind it.
    timeouts: { connect: 5_000, statement: 0, lock: 2_000, idleInTransaction: 0, query: Infinity },
  });
  await connect(dataSource, options);
  try {
    const { servers } = watchOf(dataSource);
    await requireUnicode(dataSource, servers.addresses.place);
    const server = await servers.choose();
    return await holdingTheLock(server, options.lockWithinMs ?? 120_000, () => runPending(dataSource));
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

async function runPending(dataSource: DataSource): Promise<string[]> {
  const pending = await pendingMigrations(dataSource);
  for (let attempt = 1; ; attempt++) {
    try {
      await dataSource.runMigrations({ transaction: 'each' });
      return pending;
    } catch (error) {
      if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE || attempt === ATTEMPTS) {
        throw toldIfRefused(error, 'The schema cannot be brought up to date');
      }
      await delay(1_000 * attempt);
    }
  }
}

/** The lock belongs to a connection of its own: when this process dies, the server lets go of it. */
async function holdingTheLock<Result>(
  { url, ssl }: ServerAddress,
  withinMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    // However long the work takes, this connection has nothing to do but to be there.
    connectionString: withSessionOptions(url, {}, { statement_timeout: 0, idle_session_timeout: 0 }),
    ssl,
    application_name: 'florin migrate lock',
    connectionTimeoutMillis: 5_000,
    lock_timeout: withinMs,
    keepAlive: true,
  });
  let lost: Error | undefined;
  client.on('error', (error) => (lost = error));
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]).catch((error: unknown) => {
      if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      throw new Error(
        `Another instance has been migrating this database for more than ${withinMs / 1_000} s`,
      );
    });
    const result = await work();
    if (lost !== undefined) throw lost;
    return result;
  } finally {
    await client.end();
  }
}

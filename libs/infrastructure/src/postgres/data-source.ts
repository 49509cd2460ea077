import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { COLUMN_TYPES } from './column-types.js';
import type { DatabaseLog } from './database-log.js';
import { distrustOf, type DriverError, driverErrorIn, isDistrust, isPassing } from './driver-error.js';
import { ENTITIES } from '../entities.js';
import { MIGRATIONS } from './migrations/index.js';
import { QUIET } from './quiet-logger.js';
import { ServerChoice } from './servers/server-choice.js';
import { ServerWatch } from './servers/server-watch.js';
import { type SessionOptions, withSessionOptions } from './servers/session-options.js';
import { WatchedClient } from './servers/watched-client.js';

export interface DatabaseSettings {
  /** May name several servers, of which the one that takes writes is used. */
  readonly url: string;
  readonly poolSize?: number;
  readonly applicationName?: string;
  /** For a service, every question of which has its index; not for one who reads through whole tables. */
  readonly findsByIndex?: boolean;
  readonly timeouts?: Partial<DatabaseTimeouts>;
  readonly log?: DatabaseLog;
}

/** All in milliseconds. pg waits for ever wherever nothing is said. */
export interface DatabaseTimeouts {
  /** For a connection, whether a new one is made or a used one becomes free. */
  readonly connect: number;
  readonly statement: number;
  readonly lock: number;
  readonly idleInTransaction: number;
  /** For an answer to arrive, when not even the server's own statement timeout is heard of. */
  readonly query: number;
  /**
   * For a server that answers no probe either, before its connections are cut off. Whoever must answer soon does so after
   * the first; whoever may take as long as it needs would lose hours of work to one slow probe.
   */
  readonly silence: number;
}

const PATIENT_SILENCE_MS = 30_000;

const DEFAULT_TIMEOUTS: Omit<DatabaseTimeouts, 'silence'> = {
  connect: 1_500,
  statement: 10_000,
  lock: 4_000,
  idleInTransaction: 10_000,
  query: 12_000,
};

const DEFAULT_POOL_SIZE = 10;

/**
 * A statement keeps the plan that was made for it first. One that was made for an empty table would go on reading all of
 * it while it grows, until the server comes round to measuring it anew: a slow minute, just when everybody arrives. Where
 * there is no other way the server still takes one that is off. Older ones then reckon with a price so high that they
 * would compile the statement, so that is off as well.
 */
const BY_INDEX = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off', jit: 'off' };

const watches = new WeakMap<DataSource, ServerWatch>();

/** Describes the way to the database; nothing is connected before `connect`. */
export function createDataSource(settings: DatabaseSettings): DataSource {
  const silence = settings.timeouts?.query === Infinity ? PATIENT_SILENCE_MS : 0;
  const timeouts = { ...DEFAULT_TIMEOUTS, silence, ...settings.timeouts };
  const log = settings.log ?? (() => undefined);
  const servers = new ServerChoice(settings.url);
  const watch = new ServerWatch(servers, timeouts.query, timeouts.silence);
  const dataSource = new DataSource({
    type: 'postgres',
    driver: pg,
    // TypeORM takes user and database from it; which server it is, the client decides for each connection.
    url: withSessionOptions(
      servers.addresses.servers[0].url,
      settings.findsByIndex === true ? BY_INDEX : {},
      unlimited(timeouts),
    ),
    applicationName: settings.applicationName ?? 'florin',
    poolSize: settings.poolSize ?? DEFAULT_POOL_SIZE,
    connectTimeoutMS: timeouts.connect,
    entities: [...ENTITIES],
    migrations: [...MIGRATIONS],
    migrationsTransactionMode: 'each',
    installExtensions: false,
    synchronize: false,
    // TypeORM would log parameters, and with them hashes and tokens. The client logs what may be logged.
    logging: false,
    logger: QUIET,
    poolErrorHandler: (error: unknown) => {
      if (isClosing(dataSource)) return;
      const reason = driverErrorIn(error);
      log({ level: 'warn', message: 'lost an idle connection', sqlState: reason?.sqlState ?? 'none' });
    },
    extra: {
      Client: WatchedClient,
      ssl: servers.addresses.servers[0].ssl,
      types: COLUMN_TYPES,
      // Statements that do not need one another's answers are sent without waiting for them.
      pipeline: true,
      serverWatch: watch,
      statementLog: log,
      statement_timeout: timeouts.statement,
      lock_timeout: timeouts.lock,
      idle_in_transaction_session_timeout: timeouts.idleInTransaction,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      idleTimeoutMillis: 30_000,
    },
  });
  watches.set(dataSource, watch);
  return dataSource;
}

/** What is closed is not lost, though a server that ends at the same moment may be the first to say so. */
const isClosing = ({ driver }: DataSource): boolean =>
  (driver as { master?: { readonly ending: boolean } }).master?.ending !== false;

/** pg tells the server of no limit that is zero; then those of the role or the database would hold. */
const unlimited = ({ statement, idleInTransaction }: DatabaseTimeouts): SessionOptions => ({
  ...(statement === 0 && { statement_timeout: 0 }),
  ...(idleInTransaction === 0 && { idle_in_transaction_session_timeout: 0 }),
});

export interface ConnectOptions {
  /** How long to keep trying while the server cannot be reached. */
  readonly withinMs?: number;
  /** Told once, when the first attempt failed and the waiting begins. */
  readonly onWait?: (message: string) => void;
  /** Ends the waiting, with an AbortError: whoever is told to end has nothing to wait for. */
  readonly signal?: AbortSignal | undefined;
}

/** Thrown when the database cannot be used. The message is for an operator and names no password. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';
}

/**
 * Opens the pool. A server that is away, starting or full is waited for; one that refuses the credentials, lacks the
 * database or cannot be trusted will do so for ever, so that fails at once.
 */
export async function connect(dataSource: DataSource, options: ConnectOptions = {}): Promise<DataSource> {
  const { withinMs = 30_000, onWait, signal } = options;
  const deadline = performance.now() + withinMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await dataSource.initialize();
    } catch (error) {
      await closeHalfOpenPool(dataSource);
      const reason = driverErrorIn(error);
      if (reason === undefined) throw error;
      const message = `Cannot use the database at ${watchOf(dataSource).servers.addresses.place}: ${wordsOf(reason)}`;
      if (!isPassing(reason) || performance.now() >= deadline) throw new DatabaseUnreachable(message);
      if (attempt === 1) onWait?.(`${message}. Waiting for it.`);
      await delay(Math.min(100 * attempt, 500), undefined, { signal });
    }
  }
}

const wordsOf = (reason: DriverError): string =>
  isDistrust(reason)
    ? `${distrustOf(reason)}. See sslmode and sslrootcert in DATABASE_URL`
    : reason.message || (reason.systemCode ?? 'no answer');

export function watchOf(dataSource: DataSource): ServerWatch {
  const watch = watches.get(dataSource);
  if (watch === undefined) throw new Error('Not a data source made by createDataSource');
  return watch;
}

/** TypeORM forgets a pool that connected and then failed its first questions; its connections would stay open. */
async function closeHalfOpenPool(dataSource: DataSource): Promise<void> {
  if ((dataSource.driver as { master?: unknown }).master !== undefined) await dataSource.driver.disconnect();
}

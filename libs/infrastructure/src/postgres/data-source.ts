import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { COLUMN_TYPES } from './column-types.js';
import { readConnectionOptions } from './connection-options.js';
import type { DatabaseLog } from './database-log.js';
import { connectionOptionsOf, DatabasePool, registerConnections } from './database-pool.js';
import { distrustOf, type DriverError, driverErrorIn, isDistrust, isPassing } from './driver-error.js';
import { ENTITIES } from '../entities.js';
import { MIGRATIONS } from './migrations/index.js';
import { QUIET } from './quiet-logger.js';
import { type SessionOptions, withSessionOptions } from './session-options.js';
import { NO_NESTING } from './sql-transaction.js';
import { DISCARD_UNUSABLE, statementLog } from './subscribers.js';

export interface DatabaseSettings {
  readonly url: string;
  readonly poolSize?: number;
  readonly applicationName?: string;
  /** For a service, every query of which has its index; not for commands that read whole tables. */
  readonly findsByIndex?: boolean;
  readonly timeouts?: Partial<DatabaseTimeouts>;
  readonly log?: DatabaseLog;
}

/** All in milliseconds; 0 is no limit. */
export interface DatabaseTimeouts {
  /** For a connection, whether a new one is made or a used one becomes free. */
  readonly connect: number;
  readonly statement: number;
  readonly lock: number;
  readonly idleInTransaction: number;
  /** For a response, when the server is frozen and its own statement timeout does not end the statement either. */
  readonly query: number;
}

const DEFAULT_TIMEOUTS: DatabaseTimeouts = {
  connect: 1_500,
  statement: 10_000,
  lock: 4_000,
  idleInTransaction: 10_000,
  query: 12_000,
};

/** Bounds how long a connection can lead to an old primary after the address has moved on. */
const MAX_LIFETIME_SECONDS = 300;

const DEFAULT_POOL_SIZE = 10;

/**
 * A statement keeps the plan that was made for it first. One that was made for an empty table would go on reading all of
 * it while it grows, until the server comes round to measuring it anew: a slow minute, just when everybody arrives. Where
 * there is no other way the server still takes one that is off. Older ones then reckon with a price so high that they
 * would compile the statement, so that is off as well.
 */
const BY_INDEX = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off', jit: 'off' };

const logs = new WeakMap<DataSource, DatabaseLog>();

/** Describes the connections to the database; nothing is connected before `connect`. */
export function createDataSource(settings: DatabaseSettings): DataSource {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...settings.timeouts };
  const log = settings.log ?? (() => undefined);
  const options = readConnectionOptions(settings.url);
  const connections = { options, pool: undefined as DatabasePool | undefined };
  const onRefusal = (message: string): void => {
    log({ level: 'warn', message });
  };
  class Pool extends DatabasePool {
    constructor(config: pg.PoolConfig) {
      super(config, onRefusal);
      connections.pool = this;
    }
  }
  const dataSource = new DataSource({
    type: 'postgres',
    driver: { ...pg, Pool },
    url: withSessionOptions(
      options.url,
      settings.findsByIndex === true ? BY_INDEX : {},
      withoutLimits(timeouts),
    ),
    applicationName: settings.applicationName ?? 'florin',
    poolSize: settings.poolSize ?? DEFAULT_POOL_SIZE,
    connectTimeoutMS: timeouts.connect,
    entities: [...ENTITIES],
    migrations: [...MIGRATIONS],
    migrationsTransactionMode: 'each',
    installExtensions: false,
    synchronize: false,
    logging: false,
    logger: QUIET,
    poolErrorHandler: (error: unknown) => {
      // A server that shuts down at the same moment may end the connection first.
      if (connections.pool?.ending === true) return;
      const reason = driverErrorIn(error);
      log({ level: 'warn', message: 'lost an idle connection', sqlState: reason?.sqlState ?? 'none' });
    },
    extra: {
      ssl: options.ssl,
      types: COLUMN_TYPES,
      // Statements that do not depend on each other's results are sent without waiting for them.
      pipeline: true,
      statement_timeout: timeouts.statement,
      lock_timeout: timeouts.lock,
      idle_in_transaction_session_timeout: timeouts.idleInTransaction,
      query_timeout: timeouts.query,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      idleTimeoutMillis: 30_000,
      maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    },
  });
  registerConnections(dataSource, connections);
  if (settings.log !== undefined) logs.set(dataSource, settings.log);
  return dataSource;
}

/** pg sends no limit of zero to the server; then those of the role or the database would apply. */
const withoutLimits = ({ statement, idleInTransaction }: DatabaseTimeouts): SessionOptions => ({
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
      await dataSource.initialize();
      const log = logs.get(dataSource);
      dataSource.subscribers.push(NO_NESTING, DISCARD_UNUSABLE);
      if (log !== undefined) dataSource.subscribers.push(statementLog(log));
      return dataSource;
    } catch (error) {
      // TypeORM leaves a pool open that connected and then failed its first queries.
      await dataSource.driver.disconnect().catch(() => undefined);
      const reason = driverErrorIn(error);
      if (reason === undefined) throw error;
      const message = `Cannot use the database at ${connectionOptionsOf(dataSource).place}: ${wordsOf(reason)}`;
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

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { AbstractLogger, DataSource, type EntitySchema, type EntitySubscriberInterface } from 'typeorm';
import { parseJsonText } from '../system/json-text.js';
import { shardsOf } from './account-shards.js';
import { discard } from './commit.js';
import { readConnectionOptions, type SessionOptions, withSessionOptions } from './connection-options.js';
import { connectionOptionsOf, DatabasePool, poolOf, registerConnections } from './database-pool.js';
import {
  isConnectionError,
  tlsFailureMessage,
  type DriverError,
  driverErrorIn,
  isTlsFailure,
  isReadOnlyServerError,
  isTransient,
  sqlStateOf,
} from './driver-error.js';
import { MIGRATIONS } from './migrations/index.js';
import { NO_NESTING } from './sql-transaction.js';

export interface DatabaseSettings {
  readonly url: string;
  readonly poolSize?: number;
  readonly applicationName?: string;
  /** Disables sequential scans. For services, whose queries all have an index; not for commands that read whole tables. */
  readonly findsByIndex?: boolean;
  readonly timeouts?: Partial<DatabaseTimeouts>;
  readonly log?: DatabaseLog;
}

/** Never contains a parameter, a row or the server's own message. */
export interface DatabaseLogEntry {
  readonly level: 'debug' | 'warn';
  readonly message: string;
  readonly sql?: string;
  readonly milliseconds?: number;
  readonly sqlState?: string;
}

export type DatabaseLog = (entry: DatabaseLogEntry) => void;

/** Milliseconds; 0 is no limit. */
const DEFAULT_TIMEOUTS = {
  connect: 1_500,
  statement: 10_000,
  lock: 4_000,
  idleInTransaction: 10_000,
  // For a frozen server, whose statement timeout does not end the statement.
  query: 12_000,
  readiness: 900,
};

export type DatabaseTimeouts = Readonly<typeof DEFAULT_TIMEOUTS>;

/** A named statement keeps its first plan, which on an empty table is a sequential scan. Older servers would use JIT. */
const BY_INDEX = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off', jit: 'off' };

const { JSON: JSON_TYPE, JSONB } = pg.types.builtins;

/** Metadata keys must be returned exactly as they were sent. */
const COLUMN_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    format !== 'binary' && (type === JSON_TYPE || type === JSONB)
      ? parseJsonText
      : (pg.types.getTypeParser(type, format) as never),
};

class SilentLogger extends AbstractLogger {
  protected writeLog(): void {
    // With `logging: false` TypeORM still writes a failed migration to the console.
  }
}

const logs = new WeakMap<DataSource, DatabaseLog>();

export function createDataSource(
  settings: DatabaseSettings,
  entities: readonly EntitySchema[] = [],
): DataSource {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...settings.timeouts };
  const log = settings.log ?? (() => undefined);
  const options = readConnectionOptions(settings.url);
  const connections = {
    options,
    readinessMs: timeouts.readiness,
    pool: undefined as DatabasePool | undefined,
  };
  class Pool extends DatabasePool {
    constructor(config: pg.PoolConfig) {
      super(config, (message) => {
        log({ level: 'warn', message });
      });
      connections.pool = this;
    }
  }
  const defaults = settings.findsByIndex === true ? BY_INDEX : {};
  const dataSource = new DataSource({
    type: 'postgres',
    driver: { ...pg, Pool },
    url: withSessionOptions(options.url, defaults, withoutLimits(timeouts)),
    applicationName: settings.applicationName ?? 'florin',
    poolSize: settings.poolSize ?? 10,
    connectTimeoutMS: timeouts.connect,
    entities: [...entities],
    migrations: [...MIGRATIONS],
    migrationsTransactionMode: 'each',
    installExtensions: false,
    synchronize: false,
    logging: false,
    logger: new SilentLogger(),
    poolErrorHandler: (error: unknown) => {
      // A server that shuts down at the same time may end the connection first.
      if (connections.pool?.ending === true) return;
      log({ level: 'warn', message: 'lost an idle connection', sqlState: sqlStateOf(error) ?? 'none' });
    },
    extra: {
      ssl: options.ssl,
      types: COLUMN_TYPES,
      pipeline: true,
      statement_timeout: timeouts.statement,
      lock_timeout: timeouts.lock,
      idle_in_transaction_session_timeout: timeouts.idleInTransaction,
      query_timeout: timeouts.query,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      idleTimeoutMillis: 30_000,
      // After a failover, connections may lead to the old primary for this long.
      maxLifetimeSeconds: 300,
    },
  });
  registerConnections(dataSource, connections);
  if (settings.log !== undefined) logs.set(dataSource, settings.log);
  return dataSource;
}

/** pg does not send a timeout of zero, and that of the role or the database would apply. */
const withoutLimits = ({ statement, idleInTransaction }: DatabaseTimeouts): SessionOptions => ({
  ...(statement === 0 && { statement_timeout: 0 }),
  ...(idleInTransaction === 0 && { idle_in_transaction_session_timeout: 0 }),
});

/** TypeORM's own loggers print parameters, and with them hashes and tokens. */
const statementLog = (log: DatabaseLog): EntitySubscriberInterface => ({
  afterQuery({ query: sql, executionTime: milliseconds, success, error }) {
    log({
      level: 'debug',
      message: 'statement',
      sql,
      ...(milliseconds !== undefined && { milliseconds }),
      ...(!success && { sqlState: sqlStateOf(error) ?? 'none' }),
    });
  },
});

/** TypeORM would return a connection to the pool even after pg's query timeout. */
const DISCARD_UNUSABLE: EntitySubscriberInterface = {
  async afterQuery({ success, error, queryRunner, dataSource }) {
    if (success) return;
    const reason = driverErrorIn(error);
    if (reason === undefined || !(isConnectionError(reason) || isReadOnlyServerError(reason))) return;
    discard((await queryRunner.connect()) as pg.Client);
    if (isReadOnlyServerError(reason)) void poolOf(dataSource).dropIdle();
  },
};

export interface ConnectOptions {
  readonly withinMs?: number;
  readonly onWait?: (message: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** The message is for an operator and contains no password. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';
}

export async function connect(dataSource: DataSource, options: ConnectOptions = {}): Promise<DataSource> {
  const { withinMs = 30_000, onWait, signal } = options;
  const deadline = performance.now() + withinMs;
  for (let attempt = 1; ; attempt++) {
    try {
      await dataSource.initialize();
      await shardsOf(dataSource).learn(dataSource);
      const log = logs.get(dataSource);
      dataSource.subscribers.push(NO_NESTING, DISCARD_UNUSABLE);
      if (log !== undefined) dataSource.subscribers.push(statementLog(log));
      return dataSource;
    } catch (error) {
      // TypeORM leaves a pool open that connected and then failed its first queries.
      const close = dataSource.isInitialized ? dataSource.destroy() : dataSource.driver.disconnect();
      await close.catch(() => undefined);
      const reason = driverErrorIn(error);
      if (reason === undefined) throw error;
      const message = `Cannot connect to the database at ${connectionOptionsOf(dataSource).address}: ${describe(reason)}`;
      if (!isTransient(reason) || performance.now() >= deadline) throw new DatabaseUnreachable(message);
      if (attempt === 1) onWait?.(`${message}. Retrying.`);
      await delay(Math.min(100 * attempt, 500), undefined, { signal });
    }
  }
}

const describe = (reason: DriverError): string =>
  isTlsFailure(reason)
    ? `${tlsFailureMessage(reason)}. See sslmode and sslrootcert in DATABASE_URL`
    : reason.message || (reason.systemCode ?? 'no response');

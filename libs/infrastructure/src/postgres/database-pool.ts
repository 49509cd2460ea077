import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import type { ConnectionOptions } from './connection-options.js';
import {
  tlsFailureMessage,
  type DriverError,
  driverErrorIn,
  isTlsFailure,
  markAsConnectError,
  sqlStateOf,
} from './driver-error.js';

type OnClient = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (release?: unknown) => void,
) => void;

/** Rejects new connections to a read-only server, such as the old primary after a failover, and marks connect errors. */
export class DatabasePool extends pg.Pool {
  #refusal: string | undefined;

  constructor(
    config: pg.PoolConfig,
    /** Called once until a connection succeeds again. */
    private readonly onRefusal: (message: string) => void = () => undefined,
  ) {
    let onAccepted = (): void => undefined;
    super({
      ...config,
      verify: (client, done) => {
        requireWritable(client).then(() => {
          onAccepted();
          done();
        }, done);
      },
    });
    onAccepted = () => {
      this.#refusal = undefined;
    };
    // pg-pool removes its error listener before the caller adds one. Without a listener, an error ends the process.
    this.on('connect', (client) => client.on('error', () => undefined));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnClient): void;
  override connect(callback?: OnClient): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return super.connect();
    let isAnswered = false;
    super.connect((error, client, release) => {
      // pg-pool also passes the client after a timeout, if it was connected but not verified at that time.
      if (isAnswered) {
        release();
        return;
      }
      isAnswered = true;
      if (error !== undefined) this.#reportRefusal(error);
      callback(error && markAsConnectError(error), client, release);
    });
    return undefined;
  }

  async dropIdle(): Promise<void> {
    const drop = async (): Promise<void> => {
      (await this.connect()).release(true);
    };
    await Promise.allSettled(Array.from({ length: this.idleCount }, drop));
  }

  #reportRefusal(error: Error): void {
    const reason = driverErrorIn(error);
    const refusal = reason && refusalIn(reason);
    if (refusal === undefined || refusal === this.#refusal) return;
    this.#refusal = refusal;
    this.onRefusal(refusal);
  }
}

function refusalIn(reason: DriverError): string | undefined {
  if (isTlsFailure(reason)) return `the database server cannot be trusted: ${tlsFailureMessage(reason)}`;
  if (reason.message === READ_ONLY_SERVER) return READ_ONLY_SERVER;
  return reason.sqlState && `the database server refuses connections: ${reason.message}`;
}

const READ_ONLY_SERVER =
  'The database server is read-only: it is a standby, or default_transaction_read_only is on';

async function requireWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on') throw new Error(READ_ONLY_SERVER);
}

interface Connections {
  readonly options: ConnectionOptions;
  readonly readinessMs: number;
  pool: DatabasePool | undefined;
  probe?: Promise<boolean> | undefined;
}

const connectionsBySource = new WeakMap<DataSource, Connections>();

export function registerConnections(dataSource: DataSource, of: Connections): void {
  connectionsBySource.set(dataSource, of);
}

function connectionsOf(dataSource: DataSource): Connections {
  const found = connectionsBySource.get(dataSource);
  if (found === undefined) throw new Error('The data source was not created by createDataSource');
  return found;
}

export const connectionOptionsOf = (dataSource: DataSource): ConnectionOptions =>
  connectionsOf(dataSource).options;

export function poolOf(dataSource: DataSource): DatabasePool {
  const { pool } = connectionsOf(dataSource);
  if (pool === undefined) throw new Error('The data source is not connected');
  return pool;
}

const TICK_MS = 100;
const PROBE_CACHED_MS = 250;
const PROBE_TIMEOUT_MS = 3_000;

/** Uses a separate connection: those of the pool may all be in use. */
export async function isDatabaseReachable(dataSource: DataSource): Promise<boolean> {
  const connections = connectionsOf(dataSource);
  return Promise.race([sharedProbe(connections), waitInTicks(connections.readinessMs).then(() => false)]);
}

/** Readiness needs no authentication, so callers share one probe, and a success is cached for a moment. */
function sharedProbe(of: Connections): Promise<boolean> {
  if (of.probe !== undefined) return of.probe;
  of.probe = canWrite(of);
  void of.probe.then((isReachable) => {
    setTimeout(() => (of.probe = undefined), isReachable ? PROBE_CACHED_MS : 0).unref();
  });
  return of.probe;
}

async function canWrite({ options, readinessMs }: Connections): Promise<boolean> {
  const timeoutMs = Math.max(PROBE_TIMEOUT_MS, readinessMs);
  const client = new pg.Client({
    connectionString: options.url,
    ssl: options.ssl,
    application_name: 'florin probe',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await requireWritable(client);
    return true;
  } catch (error) {
    // Class 53: a server without free connections still serves those of the pool.
    return sqlStateOf(error)?.startsWith('53') === true;
  } finally {
    client.end().catch(() => undefined);
  }
}

/** Counted in ticks, so that a response that arrived while the event loop was blocked is read first. */
async function waitInTicks(milliseconds: number): Promise<void> {
  for (let tick = 0; tick < milliseconds / TICK_MS; tick++) await delay(TICK_MS, undefined, { ref: false });
}

export type PoolGauges = Readonly<Record<'size' | 'idle' | 'waiting', number>>;

export function poolGauges(dataSource: DataSource): PoolGauges {
  const { totalCount: size, idleCount: idle, waitingCount: waiting } = poolOf(dataSource);
  return { size, idle, waiting };
}

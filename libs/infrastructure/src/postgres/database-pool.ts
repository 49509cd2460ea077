import pg from 'pg';
import type { DataSource } from 'typeorm';
import type { ConnectionOptions } from './connection-options.js';
import { distrustOf, type DriverError, driverErrorIn, isDistrust, ofConnecting } from './driver-error.js';

type OnClient = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (release?: unknown) => void,
) => void;

/** Receives why the server refuses new connections, once until a connection succeeds again. */
export type OnRefusal = (message: string) => void;

/**
 * pg's pool. New connections to a server that is read-only, such as the old primary after a failover, are refused. Errors
 * of connecting are marked as such, because the same SQLSTATE means something else when a statement fails with it.
 */
export class DatabasePool extends pg.Pool {
  #refusal: string | undefined;
  #ended: Promise<void> | undefined;

  constructor(
    config: pg.PoolConfig,
    private readonly onRefusal: OnRefusal = () => undefined,
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
    // pg-pool removes its own error listener before the borrower adds one. Without any, an error ends the process.
    this.on('connect', (client) => client.on('error', () => undefined));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnClient): void;
  override connect(callback?: OnClient): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) {
      const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
      this.connect((error, client) => {
        if (client === undefined) reject(error ?? new Error('Connection terminated'));
        else resolve(client);
      });
      return promise;
    }
    super.connect((error, client, release) => {
      if (error !== undefined) this.#noteRefusal(error);
      callback(error && ofConnecting(error), client, release);
    });
    return undefined;
  }

  /** Gives out no connection any more and closes those that come back. May be called twice: TypeORM does so as well. */
  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> {
    this.#ended ??= super.end();
    return callback === undefined ? this.#ended : this.#ended.then(callback);
  }

  /** Closes idle connections: the server that they lead to has turned read-only. */
  async dropIdle(): Promise<void> {
    const drop = async (): Promise<void> => {
      (await this.connect()).release(true);
    };
    await Promise.allSettled(Array.from({ length: this.idleCount }, drop));
  }

  #noteRefusal(error: Error): void {
    const reason = driverErrorIn(error);
    const refusal = reason && refusalIn(reason);
    if (refusal === undefined || refusal === this.#refusal) return;
    this.#refusal = refusal;
    this.onRefusal(refusal);
  }
}

/** A server that is away refuses nothing. */
function refusalIn(reason: DriverError): string | undefined {
  if (isDistrust(reason)) return `the database server cannot be trusted: ${distrustOf(reason)}`;
  if (reason.message === READ_ONLY_SERVER) return READ_ONLY_SERVER;
  return reason.sqlState && `the database server refuses connections: ${reason.message}`;
}

const READ_ONLY_SERVER =
  'The database server is read-only: it is a standby, or default_transaction_read_only is on';

/** Is on for a standby and where `default_transaction_read_only` is on, as libpq asks for `target_session_attrs`. */
export const isReadOnly = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  return rows[0]?.transaction_read_only === 'on';
};

async function requireWritable(client: pg.ClientBase): Promise<void> {
  if (await isReadOnly(client)) throw new Error(READ_ONLY_SERVER);
}

interface Connections {
  readonly options: ConnectionOptions;
  pool: DatabasePool | undefined;
}

const connections = new WeakMap<DataSource, Connections>();

export function registerConnections(dataSource: DataSource, of: Connections): void {
  connections.set(dataSource, of);
}

export function connectionOptionsOf(dataSource: DataSource): ConnectionOptions {
  const { options } = connections.get(dataSource) ?? {};
  if (options === undefined) throw new Error('Not a data source made by createDataSource');
  return options;
}

/** TypeORM creates the pool when it connects. */
export function poolOf(dataSource: DataSource): DatabasePool {
  const { pool } = connections.get(dataSource) ?? {};
  if (pool === undefined) throw new Error('The data source is not connected');
  return pool;
}

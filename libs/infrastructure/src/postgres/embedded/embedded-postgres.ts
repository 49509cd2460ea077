import { once } from 'node:events';
import { existsSync, realpathSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeFolder } from '../../system/make-folder.js';
import { type Cluster, openCluster, readRecord, writeRecord } from './cluster.js';
import { EmbeddedPostgresError, FolderTaken, lockFolder } from './folder-lock.js';
import { findServer, launch, type Postmaster, supervise } from './postmaster.js';

export { EmbeddedPostgresError, FolderTaken };
// For tests that run several servers, or make one fail.
export { type Cluster, launch, openCluster, type Postmaster };

export interface EmbeddedPostgresOptions {
  /** The folder of the data and the secrets; made if it is missing. One process at a time uses it. */
  readonly dataDir: string;
  readonly log: (line: string) => void;
  /** A fixed port; otherwise the last one if it is free, or any other. */
  readonly port?: number;
  /** False for tests only: data may be lost when the machine loses power. */
  readonly durable?: boolean;
}

export interface EmbeddedPostgres {
  /** Connects to the database `florin` as the role `florin`, which owns it and is no superuser. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const urlOf = (password: string, port: number): string =>
  `postgres://florin:${password}@127.0.0.1:${port}/florin`;

/**
 * Starts PostgreSQL on a data folder, whatever state a crash left it in, and keeps it running until `stop`: a server that
 * dies is started again on the same port. Throws EmbeddedPostgresError with a line for the user.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options;
  let unlock: (() => void) | undefined;
  let server: ReturnType<typeof supervise> | undefined;
  try {
    // The server's user has to enter a folder of root; the secrets in it are files of mode 600.
    makeFolder(options.dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    const dataDir = realpathSync(options.dataDir);
    unlock = await lockFolder(dataDir);
    const cluster = await openCluster(dataDir, durable, log);
    const { password } = cluster.record;
    const port = options.port ?? (await choosePort(cluster));
    const running = supervise(await launch(cluster, port), () => launch(cluster, port), log);
    server = running;
    await prepareDatabase(password, port);
    writeRecord(dataDir, { ...cluster.record, port });
    return {
      url: urlOf(password, port),
      get pid() {
        return running.pid;
      },
      async stop() {
        await running.stop();
        unlock?.();
      },
    };
  } catch (error) {
    await server?.stop();
    unlock?.();
    if (error instanceof EmbeddedPostgresError) throw error;
    const { message } = error as Error;
    throw new EmbeddedPostgresError(`DATA_DIR ${options.dataDir} cannot be used: ${message}`, {
      cause: error,
    });
  }
}

/** For tests: deletes a data folder with all its data, and kills a server that was left behind on it. */
export async function removeEmbeddedPostgres(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  const folder = realpathSync(dataDir);
  const unlock = await lockFolder(folder);
  const { home = folder, dataDir: owner = folder } = readRecord(folder) ?? {};
  const files = join(home, 'postgres');
  for (let left = findServer(files); left !== undefined; left = findServer(files)) {
    process.kill(left.pid, 'SIGQUIT');
    await sleep(50);
  }
  if (owner === folder) rmSync(home, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  unlock();
}

export const hasDatabase = (dataDir: string): boolean => readRecord(dataDir)?.port !== undefined;

/** The address of the server that runs on a data folder; undefined when none is ready there. */
export function findRunningPostgres(dataDir: string): string | undefined {
  const record = readRecord(dataDir);
  if (record?.port === undefined) return undefined;
  const server = findServer(join(record.home ?? realpathSync(dataDir), 'postgres'));
  return server?.isReady === true ? urlOf(record.password, server.port) : undefined;
}

/** A port of 127.0.0.1 that no program uses: `wanted`, or any. */
export async function freePort(wanted = 0): Promise<number> {
  const probe = createServer();
  await once(probe.listen(wanted, '127.0.0.1'), 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return port;
}

const choosePort = ({ record, log }: Cluster): Promise<number> =>
  freePort(record.port).catch(() => {
    log(`Port ${String(record.port)} is taken by another program; PostgreSQL takes another one.`);
    return freePort();
  });

/** The service gets a role that owns its database and nothing else, as on a PostgreSQL server of your own. */
async function prepareDatabase(password: string, port: number): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
  await client.connect();
  try {
    const roles = await client.query("SELECT FROM pg_roles WHERE rolname = 'florin'");
    if (roles.rowCount === 0)
      await client.query(`CREATE ROLE florin LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`);
    const databases = await client.query("SELECT FROM pg_database WHERE datname = 'florin'");
    if (databases.rowCount === 0) await client.query('CREATE DATABASE florin OWNER florin');
  } finally {
    await client.end();
  }
}

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

export { type Cluster, EmbeddedPostgresError, FolderTaken, launch, openCluster, type Postmaster };

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly log: (line: string) => void;
  /** Default: the port of the last start if it is free, else any free port. */
  readonly port?: number;
  /** False for tests only: data may be lost when the machine loses power. */
  readonly durable?: boolean;
}

export interface EmbeddedPostgres {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const urlOf = (password: string, port: number): string =>
  `postgres://florin:${password}@127.0.0.1:${port}/florin`;

/** Starts PostgreSQL on a data folder, recovers after a crash, and restarts a server that dies on the same port. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options;
  const undo: (() => Promise<void> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.toReversed()) await step();
  };
  try {
    // The server's user must be able to enter root's folder; secrets in it have mode 600.
    makeFolder(options.dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    const dataDir = realpathSync(options.dataDir);
    undo.push(await lockFolder(dataDir));
    const cluster = await openCluster(dataDir, durable, log);
    const { password } = cluster.record;
    const port = options.port ?? (await choosePort(cluster));
    const server = supervise(await launch(cluster, port), () => launch(cluster, port), log);
    undo.push(() => server.stop());
    await prepareDatabase(password, port);
    writeRecord(dataDir, { ...cluster.record, port });
    return {
      url: urlOf(password, port),
      get pid() {
        return server.pid;
      },
      stop,
    };
  } catch (error) {
    await stop();
    if (error instanceof EmbeddedPostgresError) throw error;
    const message = `DATA_DIR ${options.dataDir} cannot be used: ${(error as Error).message}`;
    throw new EmbeddedPostgresError(message, { cause: error });
  }
}

/** For tests: kills the server of a data folder and deletes all its data. */
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

export function findRunningPostgres(dataDir: string): string | undefined {
  const record = readRecord(dataDir);
  if (record?.port === undefined) return undefined;
  const server = findServer(join(record.home ?? realpathSync(dataDir), 'postgres'));
  return server?.isReady === true ? urlOf(record.password, server.port) : undefined;
}

export async function freePort(wanted = 0): Promise<number> {
  const probe = createServer();
  await once(probe.listen(wanted, '127.0.0.1'), 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return port;
}

const choosePort = ({ record, log }: Cluster): Promise<number> =>
  freePort(record.port).catch(() => {
    log(`Port ${String(record.port)} is in use; choosing another port for PostgreSQL.`);
    return freePort();
  });

/** The role of the service is not a superuser. */
async function prepareDatabase(password: string, port: number): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
  await client.connect();
  const createUnlessFound = async (found: string, statement: string): Promise<void> => {
    if ((await client.query(found)).rowCount === 0) await client.query(statement);
  };
  try {
    const role = `CREATE ROLE florin LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`;
    await createUnlessFound("SELECT FROM pg_roles WHERE rolname = 'florin'", role);
    await createUnlessFound(
      "SELECT FROM pg_database WHERE datname = 'florin'",
      'CREATE DATABASE florin OWNER florin',
    );
  } finally {
    await client.end();
  }
}

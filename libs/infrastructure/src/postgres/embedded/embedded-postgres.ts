import { existsSync, realpathSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { makeDataDir, readRecord, writeRecord } from './cluster-record.js';
import { type Cluster, openCluster } from './cluster.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { claimFolder, FolderTaken, isClaimed } from './folder-claim.js';
import { clearLeftovers } from './postmaster-file.js';
import { freePort, launch, PortTaken, type Postmaster } from './postmaster.js';
import { supervise } from './supervise.js';

export { EmbeddedPostgresError, FolderTaken };
export { findRunningPostgres } from './running-server.js';
export { hasDatabase } from './cluster-record.js';
// The parts, for whoever runs more than one server or wants to break it.
export { type Cluster, openCluster };
export { freePort, launch, type Postmaster };

export interface EmbeddedPostgresOptions {
  /** The folder that keeps the data and the secrets; made if it is not there. One living process owns it. */
  readonly dataDir: string;
  /** Takes what a user should know, a line at a time. */
  readonly log: (line: string) => void;
  /** A port to insist on; otherwise the last one is used again if it is free, or any other. */
  readonly port?: number;
  /** Off only for data that may be lost with the machine's power: tests. */
  readonly durable?: boolean;
}

export interface EmbeddedPostgres {
  /** Connects to the database `florin` as the role `florin`, which owns it and is no superuser. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on a data folder, whatever state the last owner left it in, and keeps it running until `stop`:
 * a server that dies is started again on the same port. Throws EmbeddedPostgresError with a line for the user.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options;
  makeDataDir(options.dataDir);
  const dataDir = realpathSync(options.dataDir);
  const release = await claimFolder(dataDir, log);
  try {
    const cluster = await openCluster(dataDir, durable, log);
    await clearLeftovers(cluster.files, log);
    const { port, postmaster } = await launchOnSomePort(cluster, options);
    const supervised = supervise(postmaster, () => relaunch(cluster, port, durable, log), log);
    try {
      writeRecord(dataDir, { ...cluster.record, port, initialised: true });
      await prepareDatabase(cluster.record.password, port);
    } catch (error) {
      await supervised.stop();
      throw error;
    }
    return {
      url: `postgres://florin:${cluster.record.password}@127.0.0.1:${port}/florin`,
      get pid() {
        return supervised.pid;
      },
      async stop() {
        await supervised.stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Deletes a data folder and all its data, ending the server that still runs on it. Not while a living process owns it. */
export async function removeEmbeddedPostgres(dataDir: string): Promise<void> {
  const folder = resolve(dataDir);
  if (isClaimed(folder)) throw new EmbeddedPostgresError(`${folder} is in use and cannot be removed.`);
  const home = readRecord(folder)?.home ?? folder;
  await clearLeftovers(join(home, 'postgres'), () => undefined);
  if (existsSync(join(home, 'belongs-to'))) rmSync(home, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
}

async function launchOnSomePort(
  cluster: Cluster,
  { port: demanded, log, durable = true }: EmbeddedPostgresOptions,
): Promise<{ port: number; postmaster: Postmaster }> {
  let port = demanded ?? cluster.record.port ?? (await freePort());
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { port, postmaster: await launch(cluster, port, durable, log) };
    } catch (error) {
      if (!(error instanceof PortTaken)) throw error;
      if (demanded !== undefined || attempt === 10) throw error;
      log(`Port ${port} is taken by another program; PostgreSQL takes another one.`);
      port = await freePort();
    }
  }
}

async function relaunch(
  cluster: Cluster,
  port: number,
  durable: boolean,
  log: (line: string) => void,
): Promise<Postmaster> {
  await clearLeftovers(cluster.files, log);
  return launch(cluster, port, durable, log);
}

/** The service gets a role that owns its database and nothing else, as it would on a server of its own. */
async function prepareDatabase(password: string, port: number): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
  await client.connect();
  try {
    const roles = await client.query("SELECT 1 FROM pg_roles WHERE rolname = 'florin'");
    if (roles.rowCount === 0) {
      await client.query(`CREATE ROLE florin LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`);
    }
    const databases = await client.query("SELECT 1 FROM pg_database WHERE datname = 'florin'");
    if (databases.rowCount === 0) await client.query('CREATE DATABASE florin OWNER florin');
  } finally {
    await client.end();
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import {
  BadSetting,
  connect,
  createDataSource,
  loadOrCreateSecret,
  readDatabaseUrl,
  readDataDir,
  readJwtSecret,
  readSchemaState,
} from '@florin/infrastructure';
import { Failure, UsageError } from './errors.js';
import type { Invocation } from './invocation.js';
import type { Report } from './report.js';
import { plural, type Terminal } from './terminal.js';

export type DataSource = ReturnType<typeof createDataSource>;

export interface Server {
  readonly url: string;
  /** The folder of the embedded database; undefined for another server. */
  readonly dataDir: string | undefined;
  stop(): Promise<void>;
}

const noop = (): Promise<void> => Promise.resolve();

/** `create` makes an embedded database if the folder has none. */
export type DatabaseUse = 'create' | 'existing';

/** Finds the server to use, and starts the embedded one if it is not running. */
export async function findServer(
  { options, terminal, report }: Invocation,
  use: DatabaseUse,
): Promise<Server> {
  const { databaseUrl, dataDir: folder } = options;
  if (databaseUrl !== undefined && folder !== undefined) {
    throw new UsageError('--database-url and --data-dir exclude each other; choose one');
  }
  const url =
    databaseUrl === undefined && folder === undefined
      ? readDatabaseUrl(terminal.environment)
      : parseUrlOption(databaseUrl);
  if (url !== undefined) return { url, dataDir: undefined, stop: noop };
  const dataDir = folder ?? readDataDir(terminal.environment);
  return embeddedServer(dataDir, use, report.note);
}

function parseUrlOption(url: string | undefined): string | undefined {
  try {
    return readDatabaseUrl({ DATABASE_URL: url });
  } catch (error) {
    if (!(error instanceof BadSetting)) throw error;
    throw new UsageError(error.message.replace('DATABASE_URL', '--database-url'));
  }
}

/** For a service that has locked the folder and is still starting. */
const STARTING_MS = 5_000;

async function embeddedServer(dataDir: string, use: DatabaseUse, log: Report['note']): Promise<Server> {
  const { findRunningPostgres, FolderTaken, hasDatabase, startEmbeddedPostgres } =
    await import('@florin/infrastructure/embedded');
  if (use === 'existing' && !hasDatabase(dataDir)) {
    throw new Failure(`no database in ${dataDir}; set --data-dir or --database-url`);
  }
  const deadline = performance.now() + STARTING_MS;
  for (;;) {
    const running = findRunningPostgres(dataDir);
    if (running !== undefined) return { url: running, dataDir, stop: noop };
    try {
      const server = await startEmbeddedPostgres({ dataDir, log });
      return { url: server.url, dataDir, stop: () => server.stop() };
    } catch (error) {
      if (!(error instanceof FolderTaken) || performance.now() > deadline) throw error;
      await delay(100);
    }
  }
}

// A command may read a large table for minutes, but does not wait long for a connection.
const TIMEOUTS = { connect: 3_000, statement: 0, idleInTransaction: 0, query: 0 };
const CONNECT_WITHIN_MS = 5_000;

/** Opens the database for the duration of the work. */
export async function withDatabase<Result>(
  invocation: Invocation,
  use: DatabaseUse,
  work: (source: DataSource, server: Server) => Promise<Result>,
): Promise<Result> {
  const server = await findServer(invocation, use);
  try {
    const source = createDataSource({ url: server.url, applicationName: 'florin cli', timeouts: TIMEOUTS });
    const { report, terminal } = invocation;
    await connect(source, { withinMs: CONNECT_WITHIN_MS, onWait: report.note, signal: terminal.signal });
    try {
      return await work(source, server);
    } finally {
      await source.destroy();
    }
  } finally {
    await server.stop();
  }
}

/** Does not migrate, because a running older release may still need the current schema. */
export const withSchema = <Result>(
  invocation: Invocation,
  work: (source: DataSource) => Promise<Result>,
): Promise<Result> =>
  withDatabase(invocation, 'existing', async (source) => {
    const { pending } = await readSchemaState(source);
    if (pending.length === 0) return work(source);
    const count = plural(pending.length, 'migration');
    throw new Failure(`the schema is out of date: ${count} pending; run florin migrate first`);
  });

/** The secret of the service, from which the URLs of payment pages are derived. */
export function secretFor({ dataDir }: Server, { environment }: Terminal): string {
  const secret = readJwtSecret(environment);
  if (secret !== undefined) return secret;
  if (dataDir !== undefined) return loadOrCreateSecret(dataDir);
  const problem = "must be set to the API's value, so that the API serves the payment pages created here";
  throw new BadSetting('JWT_SECRET', problem);
}

import { setTimeout as delay } from 'node:timers/promises';
import {
  BadSetting,
  connect,
  createDataSource,
  keptSecret,
  readDatabaseUrl,
  readDataDir,
  readJwtSecret,
  readSchemaState,
  settingReader,
} from '@florin/infrastructure';
import { Failure, UsageError } from './errors.js';
import { plural, type Terminal } from './terminal.js';
import type { Values } from './values.js';

export type DataSource = ReturnType<typeof createDataSource>;

export interface Server {
  readonly url: string;
  /** The folder of the embedded database, when it is that one. */
  readonly dataDir: string | undefined;
  stop(): Promise<void>;
}

const nothing = (): Promise<void> => Promise.resolve();

/** Whether a command may make the embedded database where there is none. One that only looks has nothing to look at. */
export type Manners = 'makes' | 'looks';

/** Finds the server that the operator means, and starts the embedded one when nobody runs it yet. */
export async function findServer(
  options: Values,
  { environment, stderr }: Terminal,
  manners: Manners,
): Promise<Server> {
  const given = options.text('database-url');
  const folder = options.text('data-dir');
  if (given !== undefined && folder !== undefined) {
    throw new UsageError('--database-url and --data-dir name two databases; choose one');
  }
  const read = settingReader(environment);
  const url = given === undefined && folder === undefined ? readDatabaseUrl(read) : urlIn(given);
  if (url !== undefined) return { url, dataDir: undefined, stop: nothing };
  const dataDir = folder ?? readDataDir(read);
  if (manners === 'looks') await requireDatabaseIn(dataDir);
  return embeddedServer(dataDir, (line) => stderr.write(`florin: ${line}\n`));
}

function urlIn(given: string | undefined): string | undefined {
  try {
    return readDatabaseUrl(settingReader({ DATABASE_URL: given }));
  } catch (error) {
    if (!(error instanceof BadSetting)) throw error;
    throw new UsageError(error.message.replace('DATABASE_URL', '--database-url'));
  }
}

async function requireDatabaseIn(dataDir: string): Promise<void> {
  const { hasDatabase } = await import('@florin/infrastructure/embedded');
  if (!hasDatabase(dataDir)) {
    throw new Failure(
      `there is no database in ${dataDir}; name another folder by --data-dir, or a server by --database-url`,
    );
  }
}

/** A service that is just starting has claimed the folder and will be ready in a moment. */
const STARTING_MS = 5_000;

async function embeddedServer(dataDir: string, say: (line: string) => void): Promise<Server> {
  // Loaded only here: whoever has a server of its own has no use for the embedded one.
  const { findRunningPostgres, FolderTaken, startEmbeddedPostgres } =
    await import('@florin/infrastructure/embedded');
  const deadline = performance.now() + STARTING_MS;
  for (;;) {
    const running = findRunningPostgres(dataDir);
    if (running !== undefined) return { url: running, dataDir, stop: nothing };
    try {
      const server = await startEmbeddedPostgres({ dataDir, log: say });
      return { url: server.url, dataDir, stop: () => server.stop() };
    } catch (error) {
      if (!(error instanceof FolderTaken) || performance.now() > deadline) throw error;
      await delay(100);
    }
  }
}

// A command may read a large table for minutes; what it must not do is wait for a server that is not there.
const PATIENT = { connect: 3_000, statement: 0, idleInTransaction: 0, query: 0 };
const CONNECT_WITHIN_MS = 5_000;

/** Opens the database for the time of the work, and closes what was opened however the work ends. */
export async function withDatabase<Result>(
  options: Values,
  terminal: Terminal,
  manners: Manners,
  work: (source: DataSource, server: Server) => Promise<Result>,
): Promise<Result> {
  const server = await findServer(options, terminal, manners);
  try {
    const source = createDataSource({ url: server.url, applicationName: 'florin cli', timeouts: PATIENT });
    await connect(source, {
      withinMs: CONNECT_WITHIN_MS,
      onWait: (message) => terminal.stderr.write(`florin: ${message}\n`),
      signal: terminal.signal,
    });
    try {
      return await work(source, server);
    } finally {
      await source.destroy();
    }
  } finally {
    await server.stop();
  }
}

/** For commands that only look: they bring no schema up to date that somebody may still need as it is. */
export async function requireSchema(source: DataSource): Promise<void> {
  const { pending } = await readSchemaState(source);
  if (pending.length > 0) {
    throw new Failure(
      `the schema lacks ${plural(pending.length, 'migration')} of this release; run florin migrate first`,
    );
  }
}

/** The secret from which the addresses of payment pages follow: it has to be the service's own. */
export function secretFor({ dataDir }: Server, { environment }: Terminal): string {
  const given = readJwtSecret(settingReader(environment));
  if (given !== undefined) return given;
  if (dataDir !== undefined) return keptSecret(dataDir);
  throw new BadSetting(
    'JWT_SECRET',
    "must be set to the API's, so that the payment pages made here open there",
  );
}

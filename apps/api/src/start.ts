import {
  type DatabaseTimeouts,
  recordSecretFingerprint,
  openDatabase,
  WORKER_LISTEN_SETTINGS,
} from '@florin/infrastructure';
import type { Logger } from 'pino';
import { StartupMessages } from './startup-messages.js';
import { requireFreePort } from './config/listening.js';
import { type Api, type ApiParts, createApi } from './server.js';
import type { ResolvedConfig } from './config/resolved-config.js';
import { startWorkerProcess } from './worker-process.js';

export interface Florin {
  readonly api: Api;
  /** Stops in order: requests and the worker, then the connection pool, then the embedded database. */
  stop(): Promise<void>;
}

/** A running service of one or several processes. */
export interface Serving {
  readonly url: string;
  readonly startupMessages: readonly string[];
  stop(): Promise<void>;
}

export interface StartOptions extends Pick<
  ApiParts,
  'modules' | 'limits' | 'metricsAggregator' | 'metricsMaxAgeMs'
> {
  readonly logger: Logger;
  /** Aborted when the process receives a signal, also during startup. */
  readonly signal?: AbortSignal;
  /** Prints a line to the terminal. */
  readonly printLine: (line: string) => void;
  /** The database that the primary of the cluster has started. */
  readonly databaseUrl?: string;
  /** Database timeouts for tests. */
  readonly timeouts?: Partial<DatabaseTimeouts>;
}

/** Starts the service. If a step fails, closes what the earlier steps opened. */
export async function startFlorin(settings: ResolvedConfig, options: StartOptions): Promise<Florin> {
  const opened: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close();
  };
  const startupMessages = new StartupMessages();

  try {
    const {
      logger,
      modules,
      limits,
      metricsAggregator,
      metricsMaxAgeMs,
      databaseUrl,
      timeouts = {},
      signal,
    } = options;
    const server = databaseUrl === undefined ? await databaseServer(settings, options.printLine) : undefined;
    if (server !== undefined) opened.push(server.stop);
    // Before migrations and the first admin are written. In a cluster, the primary has checked the port.
    if (metricsAggregator === undefined) await requireFreePort(settings);
    const url = databaseUrl ?? server?.url ?? '';
    const poolSize = poolSizeFor(settings.processes);
    const pool = { timeouts, ...(poolSize !== undefined && { poolSize }) };
    const database = await openDatabase(url, logger, pool, signal);
    opened.push(() => database.close());
    await recordSecretFingerprint(database.source, settings.jwtSecret, logger);
    const api = await createApi(settings, {
      database,
      logger,
      startupMessages,
      ...(modules === undefined ? {} : { modules }),
      ...(limits === undefined ? {} : { limits }),
      ...(metricsAggregator === undefined ? {} : { metricsAggregator }),
      ...(metricsMaxAgeMs === undefined ? {} : { metricsMaxAgeMs }),
    });
    // Concurrently, because the time for a graceful shutdown is short.
    const stopConcurrently = [() => api.close()];
    opened.push(async () => {
      await Promise.all(stopConcurrently.map((stopOne) => stopOne()));
    });
    await api.listen();
    if (settings.database.kind === 'embedded' && server !== undefined) {
      // The embedded database belongs to this process, which also runs its worker.
      const worker = startWorkerProcess(url, api.url, settings, logger);
      stopConcurrently.push(() => worker.stop());
    }
    return { api, stop };
  } catch (error) {
    await stop();
    // Also after a failure: a generated password is printed only once.
    for (const line of startupMessages.lines) options.printLine(line);
    throw error;
  }
}

/** About 40 connections for all processes. Each needs several, to read while it writes. */
export const poolSizeFor = (processes: number): number | undefined =>
  processes === 1 ? undefined : Math.max(4, Math.min(10, Math.floor(40 / processes)));

export async function databaseServer(
  { database, worker }: ResolvedConfig,
  printLine: (line: string) => void,
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (database.kind === 'server') return { url: database.url, stop: () => Promise.resolve() };
  // A worker that cannot listen would be restarted again and again; fail early instead.
  if (worker !== undefined) await requireFreePort(worker, WORKER_LISTEN_SETTINGS);
  // Loaded on demand: with an external server the embedded one is not needed.
  const { startEmbeddedPostgres } = await import('@florin/infrastructure/embedded');
  const embedded = await startEmbeddedPostgres({ dataDir: database.dataDir, log: printLine });
  return { url: embedded.url, stop: () => embedded.stop() };
}

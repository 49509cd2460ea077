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
  /** Ends everything in order: requests and the worker first, then the pool, then the embedded database. */
  stop(): Promise<void>;
}

/** What the person at the terminal is told, and how it ends: of one process or of several. */
export interface Serving {
  readonly url: string;
  readonly startupMessages: readonly string[];
  stop(): Promise<void>;
}

export interface StartOptions extends Pick<ApiParts, 'slices' | 'limits' | 'exchange' | 'metricsMaxAgeMs'> {
  readonly logger: Logger;
  /** Tells that this process was told to end, for which it need not have come up first. */
  readonly signal?: AbortSignal;
  /** Takes lines for the person at the terminal. */
  readonly printLine: (line: string) => void;
  /** A database that another process has started, and keeps, for this one as well. */
  readonly databaseUrl?: string;
  /** Other times for the database than the usual ones. Tests that are not about time have more of it. */
  readonly timeouts?: Partial<DatabaseTimeouts>;
}

/** Settings in, a listening service out. What was opened before a failure is closed again. */
export async function startFlorin(settings: ResolvedConfig, options: StartOptions): Promise<Florin> {
  const opened: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close();
  };
  const startupMessages = new StartupMessages();

  try {
    const { logger, slices, limits, exchange, metricsMaxAgeMs, databaseUrl, timeouts = {}, signal } = options;
    const server = databaseUrl === undefined ? await databaseServer(settings, options.printLine) : undefined;
    if (server !== undefined) opened.push(server.stop);
    // Before anything is made that a second start would find made already. Where several share the port, it was looked at.
    if (exchange === undefined) await requireFreePort(settings);
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
      ...(slices === undefined ? {} : { slices }),
      ...(limits === undefined ? {} : { limits }),
      ...(exchange === undefined ? {} : { exchange }),
      ...(metricsMaxAgeMs === undefined ? {} : { metricsMaxAgeMs }),
    });
    // These end at the same time: each may have something to finish, and the time for it is short.
    const stopConcurrently = [() => api.close()];
    opened.push(async () => {
      await Promise.all(stopConcurrently.map((end) => end()));
    });
    await api.listen();
    if (settings.database.kind === 'embedded' && server !== undefined) {
      // The database is this process's own, so its worker comes with it.
      const worker = startWorkerProcess(url, settings, logger);
      stopConcurrently.push(() => worker.stop());
    }
    return { api, stop };
  } catch (error) {
    await stop();
    // A password that was made is told once. Whatever went wrong after that, nobody would ever know it.
    for (const line of startupMessages.lines) options.printLine(line);
    throw error;
  }
}

/** Several processes share about as many connections as one would open; each needs some to read while it writes. */
export const poolSizeFor = (processes: number): number | undefined =>
  processes === 1 ? undefined : Math.max(4, Math.min(10, Math.floor(40 / processes)));

export async function databaseServer(
  { database, worker }: ResolvedConfig,
  printLine: (line: string) => void,
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (database.kind === 'server') return { url: database.url, stop: () => Promise.resolve() };
  // The worker comes with it, and could only fail to start, again and again, where nobody looks.
  if (worker !== undefined) await requireFreePort(worker, WORKER_LISTEN_SETTINGS);
  // Loaded only here: a service with a server of its own has no use for the embedded one.
  const { startEmbeddedPostgres } = await import('@florin/infrastructure/embedded');
  const embedded = await startEmbeddedPostgres({ dataDir: database.dataDir, log: printLine });
  return { url: embedded.url, stop: () => embedded.stop() };
}

import type { Logger } from 'pino';
import { openDatabase } from './database.js';
import { type Api, type ApiParts, createApi } from './server.js';
import type { CompleteSettings } from './settings-files.js';
import { startWorkerProcess } from './worker-process.js';

export interface Florin {
  readonly api: Api;
  /** Ends everything in order: requests and the worker first, then the pool, then the embedded database. */
  stop(): Promise<void>;
}

export interface StartOptions extends Pick<ApiParts, 'slices' | 'limits'> {
  readonly logger: Logger;
  /** Takes lines for the person at the terminal. */
  readonly say: (line: string) => void;
}

/** Settings in, a listening service out. What was opened before a failure is closed again. */
export async function startFlorin(settings: CompleteSettings, options: StartOptions): Promise<Florin> {
  const opened: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close();
  };

  try {
    const server = await databaseServer(settings, options.say);
    opened.push(server.stop);
    const database = await openDatabase(server.url, options.logger);
    opened.push(() => database.close());
    const { logger, slices, limits } = options;
    const api = await createApi(settings, {
      database,
      logger,
      ...(slices === undefined ? {} : { slices }),
      ...(limits === undefined ? {} : { limits }),
    });
    // These end at the same time: each may have something to finish, and the time for it is short.
    const sideBySide = [() => api.close()];
    opened.push(async () => {
      await Promise.all(sideBySide.map((end) => end()));
    });
    await api.listen();
    if (settings.database.kind === 'embedded') {
      // The database is this process's own, so its worker comes with it.
      const worker = startWorkerProcess(server.url, settings, logger);
      sideBySide.push(() => worker.stop());
    }
    return { api, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function databaseServer(
  { database }: CompleteSettings,
  say: (line: string) => void,
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (database.kind === 'server') return { url: database.url, stop: () => Promise.resolve() };
  // Loaded only here: a service with a server of its own has no use for the embedded one.
  const { startEmbeddedPostgres } = await import('@florin/infrastructure/embedded');
  const embedded = await startEmbeddedPostgres({ dataDir: database.dataDir, log: say });
  return { url: embedded.url, stop: () => embedded.stop() };
}

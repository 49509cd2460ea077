import type { Logger } from 'pino';
import { requireFreePort } from '../config/listening.js';
import type { ResolvedConfig } from '../config/resolved-config.js';
import { databaseServer, type Serving } from '../start.js';
import { startWorkerProcess } from '../worker-process.js';
import type { KeptProcess } from './kept-process.js';
import { Members, type Up } from './members.js';
import { MEMBER_DATABASE } from './messages.js';

export interface PrimaryOptions {
  readonly logger: Logger;
  readonly say: (line: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Starts several processes that serve one port, and keeps them running. Each listens for itself, and the system spreads
 * connections over them; this process serves nothing. It runs the embedded database and its worker if there are such,
 * and ends the others when it ends. They end by themselves when it is gone.
 */
export async function startProcesses(settings: ResolvedConfig, options: PrimaryOptions): Promise<Serving> {
  const { logger, say, signal } = options;
  const port = await requireFreePort(settings);
  const server = await databaseServer(settings, say);
  const kept: KeptProcess[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(kept.map((one) => one.stop()));
    await server.stop();
  };
  const members = new Members({ PORT: String(port), [MEMBER_DATABASE]: server.url }, options);
  const begin = (number: number): Promise<Up> => {
    const { process, up } = members.start(number);
    kept.push(process);
    return up;
  };

  const endTogether = (): void => {
    for (const one of kept) void one.stop();
  };
  signal?.addEventListener('abort', endTogether);

  try {
    signal?.throwIfAborted();
    // The first comes alone: it migrates and makes the first admin, and what keeps it from starting is said once.
    const { url, announcements } = await begin(1);
    if (settings.database.kind === 'embedded') kept.push(startWorkerProcess(server.url, settings, logger));
    // What the first has to tell, such as a password, is told also by one that is to end.
    const more = signal?.aborted === true ? 0 : settings.processes - 1;
    const others = Array.from({ length: more }, (_, index) => begin(index + 2));
    await Promise.allSettled(others);
    return { url, announcements, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    signal?.removeEventListener('abort', endTogether);
  }
}

import cluster, { type Worker } from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { METRICS_MAX_AGE_MS, cacheFor } from '@florin/infrastructure';
import type { Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import { requireFreePort } from '../config/listening.js';
import type { ResolvedConfig } from '../config/resolved-config.js';
import { databaseServer, type Serving } from '../start.js';
import { startWorkerProcess } from '../worker-process.js';
import { superviseProcess, type SupervisedProcess } from './supervised-process.js';
import { type FromPrimary, type FromWorker, WORKER_DATABASE, WORKER_NUMBER } from './messages.js';

export interface PrimaryOptions {
  readonly logger: Logger;
  readonly printLine: (line: string) => void;
  readonly signal?: AbortSignal;
}

type Started = Extract<FromWorker, { kind: 'up' }>;

/** Has the error message of the process that failed to start. */
export class StartFailed extends Error {
  override readonly name = 'StartFailed';
}

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));
const FIRST_PAUSE_MS = 100;

/**
 * Starts several processes that share a port, and restarts those that exit. The primary serves no requests. It runs the
 * embedded database and its worker, if any, and stops all processes on shutdown.
 */
export async function startCluster(settings: ResolvedConfig, options: PrimaryOptions): Promise<Serving> {
  const { logger, printLine, signal } = options;
  const port = await requireFreePort(settings);
  const server = await databaseServer(settings, printLine);
  const children: SupervisedProcess[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(children.map((child) => child.stop()));
    await server.stop();
  };
  cluster.setupPrimary({ exec: MAIN });
  serveMetricsRequests();
  const environment = { PORT: String(port), [WORKER_DATABASE]: server.url };
  const start = (number: number): Promise<Started> => {
    const { process, started } = startWorker(number, environment, options);
    children.push(process);
    return started;
  };

  const stopAll = (): void => {
    for (const child of children) void child.stop();
  };
  signal?.addEventListener('abort', stopAll);

  try {
    signal?.throwIfAborted();
    // The first starts alone: it runs the migrations and creates the first admin, and a failure is printed once.
    const { url, startupMessages } = await start(1);
    if (settings.database.kind === 'embedded')
      children.push(startWorkerProcess(server.url, url, settings, logger));
    const more = signal?.aborted === true ? 0 : settings.processes - 1;
    await Promise.allSettled(Array.from({ length: more }, (_, index) => start(index + 2)));
    return { url, startupMessages, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stopAll);
  }
}

/** Keeps one process of the cluster running. `started` is the result of its first start only. */
function startWorker(
  number: number,
  environment: Readonly<Record<string, string>>,
  { logger, printLine }: PrimaryOptions,
): { process: SupervisedProcess; started: Promise<Started> } {
  const { promise: started, resolve, reject } = Promise.withResolvers<Started>();
  const name = `process ${number} of the API`;
  const failed = (reason: unknown): void => {
    reject(new StartFailed(`${name} exited before it was ready (${String(reason)})`));
  };
  const start = () => {
    const { process: child } = forkWorker(number, environment, failed).on(
      'message',
      (message: FromWorker) => {
        if (message.kind === 'up') resolve(message);
        if (message.kind === 'startup-message') printLine(message.line);
        if (message.kind !== 'failed') return;
        logger.error({ reason: message.reason }, `${name} failed to start`);
        reject(new StartFailed(message.reason));
      },
    );
    child.once('exit', (code, signal) => {
      failed(signal ?? code);
    });
    child.once('error', ({ message }) => {
      failed(message);
    });
    return child;
  };
  return { started, process: superviseProcess({ name, start, logger, firstPauseMs: FIRST_PAUSE_MS }) };
}

/** Node emits some failures to create a process as an event, and throws others, such as ENOMEM. */
function forkWorker(
  number: number,
  environment: Readonly<Record<string, string>>,
  onFailure: (reason: string) => void,
): Worker {
  try {
    return cluster.fork({ ...environment, [WORKER_NUMBER]: String(number) });
  } catch (error) {
    onFailure(error instanceof Error ? error.message : String(error));
    throw error;
  }
}

/** A worker that serves `/metrics` requests the metrics of all workers from the primary. */
function serveMetricsRequests(): void {
  const registry = new AggregatorRegistry();
  const collect = cacheFor(METRICS_MAX_AGE_MS, () => registry.clusterMetrics());
  cluster.on('message', (worker, message: FromWorker) => {
    if (message.kind !== 'metrics-request') return;
    const respond = (text: string): void => {
      if (worker.isConnected()) worker.send({ kind: 'metrics', id: message.id, text } satisfies FromPrimary);
    };
    // Without a response the worker falls back to its own metrics.
    collect().then(respond, () => undefined);
  });
}

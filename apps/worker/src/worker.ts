import { noteSecretInUse, openDatabase, SystemClock, SystemIds } from '@florin/infrastructure';
import { type JobReport, RecurringJobs } from '@florin/infrastructure/jobs';
import type { Logger } from 'pino';
import { workOn } from './jobs.js';
import { WorkerMetrics } from './metrics.js';
import { serveOperations } from './operations.js';
import type { WorkerSettings } from './settings.js';
import { TroubleLog } from './trouble-log.js';

export interface Worker {
  /** Where health and metrics are; undefined when they are off. */
  readonly url: string | undefined;
  /** Takes nothing new, lets what is running finish, and closes. */
  stop(): Promise<void>;
}

/** The hard limit is ten seconds; this leaves the closing of everything else its time. */
const FINISH_WITHIN_MS = 8_000;

/** Settings in, a working worker out. What was opened before a failure is closed again. */
export async function startWorker(
  settings: WorkerSettings,
  logger: Logger,
  signal?: AbortSignal,
): Promise<Worker> {
  const opened: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close();
  };
  try {
    const named = { applicationName: 'florin worker' };
    const database = await openDatabase(settings.databaseUrl, logger, named, signal);
    opened.push(() => database.close());
    await noteSecretInUse(database.source, settings.jwtSecret, logger);
    const trouble = new TroubleLog(logger);
    const ground = { source: database.source, clock: new SystemClock(), ids: new SystemIds() };
    const work = workOn(ground, settings, logger);
    opened.push(() => work.drain());
    const names = work.jobs.map(({ name }) => name);
    const metrics = new WorkerMetrics(() => database.pool(), names);

    let isReady = false;
    const operations =
      settings.port &&
      (await serveOperations(
        { port: settings.port, host: settings.host, metricsToken: settings.metricsToken },
        async () => isReady && (await database.isReady()),
        metrics,
      ));
    if (operations !== undefined) opened.push(() => operations.close());

    const recurring = await RecurringJobs.start({
      url: settings.databaseUrl,
      jobs: work.jobs,
      onReport: (report) => {
        metrics.observe(report);
        note(report, logger, trouble);
      },
      onTrouble: (error) => {
        trouble.tell(error);
      },
    });
    opened.push(() => recurring.stop(FINISH_WITHIN_MS));
    opened.push(() => {
      isReady = false;
      return Promise.resolve();
    });
    isReady = true;
    return { url: operations?.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function note({ job, milliseconds, done, error }: JobReport, logger: Logger, trouble: TroubleLog): void {
  if (done === undefined) {
    trouble.tell(error, job);
    return;
  }
  trouble.isOver(job);
  const facts = { job, done, milliseconds: Math.round(milliseconds) };
  if (done > 0) logger.info(facts, 'job done');
  else logger.debug(facts, 'nothing to do');
}

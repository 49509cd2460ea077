import { setTimeout as delay } from 'node:timers/promises';
import { LOGGER } from '@florin/api/core/core.module';
import { Database, JobRuns } from '@florin/infrastructure';
import { type JobReport, RecurringJobs } from '@florin/infrastructure/jobs';
import { Clock, SECOND_MS } from '@florin/kernel';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { Jobs } from './jobs.js';
import { WorkerMetrics } from './metrics.js';
import { WorkerSettings } from './settings.js';
import { JobErrorLog } from './job-error-log.js';

/** The process exits after ten seconds; this leaves time to close the rest. */
const FINISH_WITHIN_MS = 8_000;

/** Without it, jobs that run every ten minutes would be missing after a short life of the worker. */
const SAVE_AT_STOP_MS = SECOND_MS;
const SAVE_RUNS_EVERY_MS = 5 * SECOND_MS;

@Injectable()
export class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private running: RecurringJobs | undefined;
  private readonly errorLog: JobErrorLog;
  private readonly runs: JobRuns;
  private savingRuns: NodeJS.Timeout | undefined;

  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly metrics: WorkerMetrics,
    private readonly settings: WorkerSettings,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.errorLog = new JobErrorLog(logger);
    this.runs = new JobRuns(database.source, jobs.list);
    metrics.expectJobs(jobs.list.map(({ name }) => name));
  }

  async isReady(): Promise<boolean> {
    return this.running !== undefined && (await this.database.isReady());
  }

  async onApplicationBootstrap(): Promise<void> {
    this.running = await RecurringJobs.start({
      url: this.settings.databaseUrl,
      jobs: this.jobs.list,
      onReport: (report) => {
        this.record(report);
      },
      onError: (error) => {
        this.errorLog.recordError(error);
      },
    });
    await this.runs.forgetOthers().catch((error: unknown) => {
      this.errorLog.recordError(error);
    });
    this.savingRuns = setInterval(() => void this.saveRuns(), SAVE_RUNS_EVERY_MS);
  }

  /** Before the ledger is drained: a running job may still write to it. */
  async beforeApplicationShutdown(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    clearInterval(this.savingRuns);
    await running?.stop(FINISH_WITHIN_MS);
    await Promise.race([this.saveRuns(), delay(SAVE_AT_STOP_MS, undefined, { ref: false })]);
  }

  private async saveRuns(): Promise<void> {
    await this.runs.save().catch((error: unknown) => {
      this.errorLog.recordError(error);
    });
  }

  private record(report: JobReport): void {
    this.metrics.observe(report);
    const { job, milliseconds, done, error } = report;
    this.runs.record(job, done !== undefined, this.clock.now());
    if (done === undefined) {
      this.errorLog.recordError(error, job);
      return;
    }
    this.errorLog.recordSuccess(job);
    const fields = { job, done, milliseconds: Math.round(milliseconds) };
    if (done > 0) this.logger.info(fields, 'job done');
    else this.logger.debug(fields, 'nothing to do');
  }
}

import { LOGGER } from '@florin/api/core/core.module';
import { Database } from '@florin/infrastructure';
import { type JobReport, RecurringJobs } from '@florin/infrastructure/jobs';
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

@Injectable()
export class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private running: RecurringJobs | undefined;
  private readonly errorLog: JobErrorLog;

  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly metrics: WorkerMetrics,
    private readonly settings: WorkerSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.errorLog = new JobErrorLog(logger);
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
  }

  /** Before the ledger is drained: a running job may still write to it. */
  async beforeApplicationShutdown(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    await running?.stop(FINISH_WITHIN_MS);
  }

  private record(report: JobReport): void {
    this.metrics.observe(report);
    const { job, milliseconds, done, error } = report;
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

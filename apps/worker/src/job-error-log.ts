import { isTransientServerError, translateDatabaseError, Unavailable } from '@florin/infrastructure';
import type { Logger } from 'pino';

/** Key of the queue itself in `blockedJobs`. */
const QUEUE = undefined;

// An unavailable database is logged once, as is its return. An error of the server, such as a lock timeout or a full disk, is
// logged once for each job. Every other error is logged each time.
export class JobErrorLog {
  private isDatabaseDown = false;
  private readonly blockedJobs = new Set<string | undefined>();

  constructor(private readonly logger: Logger) {}

  recordError(error: unknown, job?: string): void {
    const fields = { err: error, ...(job !== undefined && { job }) };
    if (!isDatabaseError(error)) {
      this.logger.error(fields, job === undefined ? 'job queue error' : 'job failed');
      return;
    }
    if (isRejectedByServer(error)) {
      if (!this.blockedJobs.has(job))
        this.logger.warn(fields, `the database rejects the statements of ${nameOf(job)}; retrying`);
      this.blockedJobs.add(job);
      return;
    }
    if (!this.isDatabaseDown) this.logger.warn(fields, 'database unavailable; jobs wait');
    this.isDatabaseDown = true;
  }

  /** A successful job also proves that the queue works. */
  recordSuccess(job: string): void {
    if (this.isDatabaseDown) this.logger.info('database available again; jobs continue');
    this.isDatabaseDown = false;
    for (const key of [QUEUE, job]) {
      if (this.blockedJobs.delete(key))
        this.logger.info(
          key === QUEUE ? {} : { job },
          `the database accepts the statements of ${nameOf(key)} again`,
        );
    }
  }
}

const nameOf = (job: string | undefined): string => (job === QUEUE ? 'the job queue' : 'this job');

function isRejectedByServer(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isRejectedByServer);
  return isTransientServerError(translateDatabaseError(error));
}

/** An AggregateError with any other cause is not one: that cause must be logged. */
function isDatabaseError(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isDatabaseError);
  return translateDatabaseError(error) instanceof Unavailable;
}

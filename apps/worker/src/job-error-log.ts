import { isTransientServerError, translateDatabaseError, Unavailable } from '@florin/infrastructure';
import type { Logger } from 'pino';

/** Stands for the queue itself among the jobs. */
const QUEUE = undefined;

// Logs the loss of the database once, and its return once. A refusal of the server, such as a held lock or a full disk, is
// logged once for each job, and anything else each time.
export class JobErrorLog {
  private isDatabaseDown = false;
  private readonly blockedJobs = new Set<string | undefined>();

  constructor(private readonly logger: Logger) {}

  recordError(error: unknown, job?: string): void {
    const facts = { err: error, ...(job !== undefined && { job }) };
    if (!isDatabaseError(error)) {
      this.logger.error(facts, job === undefined ? 'the job queue has trouble' : 'a job failed');
      return;
    }
    if (isRejectedByServer(error)) {
      if (!this.blockedJobs.has(job))
        this.logger.warn(facts, `the database does not let ${nameOf(job)} work; it is tried again`);
      this.blockedJobs.add(job);
      return;
    }
    if (!this.isDatabaseDown) this.logger.warn(facts, 'the database is away; jobs wait until it is back');
    this.isDatabaseDown = true;
  }

  /** A job has gone well, and so has the queue that handed it out. */
  recordSuccess(job: string): void {
    if (this.isDatabaseDown) this.logger.info('the database is back; jobs go on');
    this.isDatabaseDown = false;
    for (const one of [QUEUE, job]) {
      if (this.blockedJobs.delete(one))
        this.logger.info(one === QUEUE ? {} : { job }, `the database lets ${nameOf(one)} work again`);
    }
  }
}

const nameOf = (job: string | undefined): string => (job === QUEUE ? 'the job queue' : 'this job');

function isRejectedByServer(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isRejectedByServer);
  return isTransientServerError(translateDatabaseError(error));
}

/** Of several that failed together one may have a reason of its own, and that one has to be told. */
function isDatabaseError(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isDatabaseError);
  return translateDatabaseError(error) instanceof Unavailable;
}

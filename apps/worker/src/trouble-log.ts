import { translateDatabaseError, Unavailable } from '@florin/infrastructure';
import type { Logger } from 'pino';

/**
 * Tells of trouble without repeating itself: a database that is away is away for every job, every second. That it went
 * is told once and that it came back is told once; anything else is told each time.
 */
export class TroubleLog {
  private isAway = false;

  constructor(private readonly logger: Logger) {}

  tell(error: unknown, job?: string): void {
    const facts = { err: error, ...(job !== undefined && { job }) };
    if (!isOfTheDatabase(error)) {
      this.logger.error(facts, job === undefined ? 'the job queue has trouble' : 'a job failed');
      return;
    }
    if (!this.isAway) this.logger.warn(facts, 'the database is away; jobs wait until it is back');
    this.isAway = true;
  }

  isOver(): void {
    if (this.isAway) this.logger.info('the database is back; jobs go on');
    this.isAway = false;
  }
}

/** Of several that failed together one may have a reason of its own, and that one has to be told. */
function isOfTheDatabase(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isOfTheDatabase);
  return translateDatabaseError(error) instanceof Unavailable;
}

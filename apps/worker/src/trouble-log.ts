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

const CONNECTION_CODES: ReadonlySet<string> = new Set([
  'unavailable',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** What pg says without a code when a connection is lost, or none is to be had. */
const CONNECTION_WORDS = /connection|timeout|does not answer/i;

function isOfTheDatabase(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isOfTheDatabase);
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return CONNECTION_CODES.has(code);
  return typeof message === 'string' && CONNECTION_WORDS.test(message);
}

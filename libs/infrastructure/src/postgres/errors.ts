import { DomainError } from '@florin/kernel';
import { connectionIsToBlame, driverErrorIn, type DriverError, sessionIsOver } from './driver-error.js';

/** The codes with which the machinery, rather than a rule, says no. */
export type InfrastructureCode = 'unavailable' | 'internal_error';

/** Nothing is wrong with the request and nothing was changed: the same request may succeed in a moment. */
export class Unavailable extends Error {
  readonly code = 'unavailable' satisfies InfrastructureCode;

  constructor(
    message = 'The service cannot answer right now. Try again in a moment.',
    readonly retryAfterSeconds = 1,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'Unavailable';
  }
}

/**
 * The connection died while the commit was under way and nobody could tell what became of it. The work may have been
 * saved, so it is not run again here; a caller who repeats its idempotency key learns the truth.
 */
export class OutcomeUnknown extends Unavailable {
  constructor(options?: ErrorOptions) {
    super(
      'It is not known whether the request took effect. Repeat it with the same Idempotency-Key.',
      1,
      options,
    );
    this.name = 'OutcomeUnknown';
  }
}

/**
 * What a log may know of a statement that failed: the statement and what refused it. The server's own words, its
 * details and the parameters can carry passwords and card data, so they end here.
 */
export class DatabaseFailure extends Error {
  readonly code = 'internal_error' satisfies InfrastructureCode;

  constructor(
    readonly sqlState: string | undefined,
    readonly constraint: string | undefined,
    readonly table: string | undefined,
    readonly sql: string | undefined,
  ) {
    super(
      `A statement failed with SQLSTATE ${sqlState ?? 'unknown'}${constraint ? ` on ${constraint}` : ''}`,
    );
    this.name = 'DatabaseFailure';
  }
}

/** Which refusal a violated constraint stands for, by the constraint's name: the race that no prior read can win. */
export type ConstraintRefusals = Readonly<Record<string, () => DomainError>>;

const UNIQUE_VIOLATION = '23505';
const NO_CONNECTION_LEFT = '53300';
const INVALID_TEXT = new Set(['22021', '22P05']);

/** The server is there but cannot do it now: full, shutting down, read-only, out of time, or a lock is held. */
const PASSING_TROUBLE = new Set(
  '25006 25P03 25P04 40001 40P01 53000 53100 53200 53300 53400 55P03 57014'.split(' '),
);

/** Turns what a driver or TypeORM threw into an error of ours. Any other error is handed back as it is. */
export function translateDatabaseError(error: unknown, refusals: ConstraintRefusals = {}): unknown {
  const cause = driverErrorIn(error);
  if (cause === undefined) return error;
  const { sqlState, constraint } = cause;
  if (cause.isOfConnecting || connectionIsToBlame(cause) || sessionIsOver(cause)) return unavailable(cause);
  if (sqlState !== undefined && PASSING_TROUBLE.has(sqlState)) return unavailable(cause);
  if (sqlState === UNIQUE_VIOLATION && constraint !== undefined && Object.hasOwn(refusals, constraint)) {
    return refusals[constraint]?.();
  }
  if (sqlState !== undefined && INVALID_TEXT.has(sqlState)) {
    return new DomainError('invalid_request', 'Text must have no control characters or lone surrogates.');
  }
  return failure(cause);
}

/** Whether the server itself said that it cannot do it now, so that it is there. */
export function isServersRefusal(error: unknown): boolean {
  if (!(error instanceof Unavailable)) return false;
  const { cause } = error;
  // What was tried again in vain has the last refusal as its cause.
  if (!(cause instanceof DatabaseFailure)) return isServersRefusal(cause);
  const { sqlState = '' } = cause;
  return PASSING_TROUBLE.has(sqlState) && sqlState !== NO_CONNECTION_LEFT;
}

const unavailable = (cause: DriverError): Unavailable =>
  new Unavailable(undefined, undefined, { cause: failure(cause) });

const failure = ({ sqlState, constraint, table, sql }: DriverError): DatabaseFailure =>
  new DatabaseFailure(sqlState, constraint, table, sql);

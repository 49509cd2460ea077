import { DomainError } from '@florin/kernel';
import { isConnectionError, driverErrorIn, type DriverError, isSessionTerminated } from './driver-error.js';

export type InfrastructureCode = 'unavailable' | 'internal_error';

/** Nothing was changed; the same request may succeed in a moment. */
export class Unavailable extends Error {
  readonly code = 'unavailable' satisfies InfrastructureCode;

  constructor(
    message = 'The service is temporarily unavailable. Try again in a moment.',
    readonly retryAfterSeconds = 1,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'Unavailable';
  }
}

/** The connection was lost during COMMIT. The work may have been committed, so it is not retried. */
export class OutcomeUnknown extends Unavailable {
  constructor(options?: ErrorOptions) {
    const message = 'The outcome of the request is unknown. Retry it with the same Idempotency-Key.';
    super(message, 1, options);
    this.name = 'OutcomeUnknown';
  }
}

/** For the log: without the server's message and the parameters, which can contain passwords and card data. */
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

export type ConstraintRefusals = Readonly<Record<string, () => DomainError>>;

const UNIQUE_VIOLATION = '23505';
const NO_CONNECTION_LEFT = '53300';
const INVALID_TEXT = new Set(['22021', '22P05']);

/** Read-only, timeout, deadlock, serialization failure, out of resources, or lock not available. */
const TRANSIENT_SQL_STATES = new Set(
  '25006 25P03 25P04 40001 40P01 53000 53100 53200 53300 53400 55P03 57014'.split(' '),
);

export function translateDatabaseError(error: unknown, refusals: ConstraintRefusals = {}): unknown {
  const cause = driverErrorIn(error);
  if (cause === undefined) return error;
  const { sqlState, constraint } = cause;
  if (cause.isConnectError || isConnectionError(cause) || isSessionTerminated(cause))
    return unavailable(cause);
  if (sqlState !== undefined && TRANSIENT_SQL_STATES.has(sqlState)) return unavailable(cause);
  if (sqlState === UNIQUE_VIOLATION && constraint !== undefined && Object.hasOwn(refusals, constraint))
    return refusals[constraint]?.();
  if (sqlState !== undefined && INVALID_TEXT.has(sqlState))
    return new DomainError('invalid_request', 'Text must not contain control characters or lone surrogates.');
  return failure(cause);
}

export function isTransientServerError(error: unknown): boolean {
  if (!(error instanceof Unavailable)) return false;
  const { cause } = error;
  if (!(cause instanceof DatabaseFailure)) return isTransientServerError(cause);
  const { sqlState = '' } = cause;
  return TRANSIENT_SQL_STATES.has(sqlState) && sqlState !== NO_CONNECTION_LEFT;
}

const unavailable = (cause: DriverError): Unavailable =>
  new Unavailable(undefined, undefined, { cause: failure(cause) });

const failure = ({ sqlState, constraint, table, sql }: DriverError): DatabaseFailure =>
  new DatabaseFailure(sqlState, constraint, table, sql);

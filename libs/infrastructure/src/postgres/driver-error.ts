import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
  TypeORMError,
} from 'typeorm';

export interface DriverError {
  /** Undefined when the error did not come from the server. */
  readonly sqlState: string | undefined;
  readonly severity: string | undefined;
  readonly systemCode: string | undefined;
  readonly constraint: string | undefined;
  readonly table: string | undefined;
  readonly sql: string | undefined;
  readonly message: string;
  /** True when no connection was made, so nothing was sent. */
  readonly isConnectError: boolean;
}

const CONNECT_ERROR = Symbol('connect error');

/** The same code has another meaning when a statement fails with it. */
export const markAsConnectError = <Failure extends Error>(error: Failure): Failure =>
  Object.assign(error, { [CONNECT_ERROR]: true });

const SQL_STATE = /^[0-9A-Z]{5}$/;

const SYSTEM_CODES = new Set(
  `ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ENOENT ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH
   ENETDOWN ENOTFOUND EAI_AGAIN EADDRNOTAVAIL EMFILE ENFILE ERR_STREAM_DESTROYED`.split(/\s+/),
);

/** These errors of pg have no code, only a message. */
const CONNECTION_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|The database server is read-only|write after end|Received unexpected .* from backend|received invalid response|There was an error establishing an SSL connection)/;

const INTERNAL_ERROR = 'XX000';

/** Citus reports these losses of the coordinator or of a node as internal errors. */
const LOST_NODE_MESSAGES =
  /^(?:postmaster was shut down|failure on connection marked as essential|SSL SYSCALL error: EOF detected|server closed the connection unexpectedly)/;

/** Node.js codes of an untrusted certificate or a failed TLS handshake. */
const TLS_FAILURE_CODES =
  /^(?:ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_|ERROR_IN_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|UNSPECIFIED$|EPROTO$)/;
const NO_ENCRYPTION = /^The server does not support SSL connections/;

/** TypeORM releases a runner whose connection breaks between two queries. */
const LOST_BETWEEN_QUERIES = new Error('Connection terminated between two queries');

export function driverErrorIn(error: unknown): DriverError | undefined {
  if (error instanceof QueryFailedError) return describe(error.driverError as Error, error.query);
  if (
    error instanceof QueryRunnerAlreadyReleasedError ||
    error instanceof QueryRunnerProviderAlreadyReleasedError
  )
    return describe(LOST_BETWEEN_QUERIES, undefined);
  if (!isError(error) || error instanceof TypeORMError) return undefined;
  // A host name with several addresses fails once per address.
  if ('errors' in error && Array.isArray(error.errors)) {
    const first = driverErrorIn(error.errors[0]);
    return first && { ...first, isConnectError: first.isConnectError || CONNECT_ERROR in error };
  }
  const described = describe(error, undefined);
  const isDriverError =
    described.sqlState !== undefined || described.isConnectError || isConnectionError(described);
  return isDriverError ? described : undefined;
}

/** The response was lost, so the outcome of the statement is unknown. */
export const isConnectionError = (error: DriverError): boolean => {
  const { sqlState, systemCode, message } = error;
  return sqlState === undefined
    ? (systemCode !== undefined && SYSTEM_CODES.has(systemCode)) ||
        CONNECTION_MESSAGES.test(message) ||
        isTlsFailure(error)
    : sqlState.startsWith('08') ||
        sqlState.startsWith('57P') ||
        sqlState.startsWith('58') ||
        (sqlState === INTERNAL_ERROR && LOST_NODE_MESSAGES.test(message));
};

export const isSessionTerminated = ({ severity }: DriverError): boolean =>
  severity === 'FATAL' || severity === 'PANIC';

export const isTlsFailure = ({ systemCode, message }: DriverError): boolean =>
  (systemCode !== undefined && TLS_FAILURE_CODES.test(systemCode)) || NO_ENCRYPTION.test(message);

export const isReadOnlyServerError = ({ sqlState }: DriverError): boolean => sqlState === '25006';

export const isTransient = (error: DriverError): boolean =>
  (isConnectionError(error) && !isTlsFailure(error)) || error.sqlState?.startsWith('53') === true;

export const tlsFailureMessage = ({ message }: DriverError): string =>
  (message.split('\n', 1)[0] ?? '').replace(/; if the root CA is installed locally.*/, '');

export const sqlStateOf = (error: unknown): string | undefined => driverErrorIn(error)?.sqlState;

function describe(error: Error, sql: string | undefined): DriverError {
  const fields = error as Error & Partial<Record<'code' | 'severity' | 'constraint' | 'table', unknown>>;
  const code = textOf(fields.code);
  // EPIPE has the shape of a SQLSTATE; only server errors have a severity.
  const isFromServer = code !== undefined && SQL_STATE.test(code) && fields.severity !== undefined;
  const isViolation = isFromServer && code.startsWith('23');
  return {
    sqlState: isFromServer ? code : undefined,
    severity: textOf(fields.severity),
    systemCode: isFromServer ? undefined : code,
    constraint:
      withoutShard(textOf(fields.constraint)) ?? (isViolation ? constraintIn(error.message) : undefined),
    table: withoutShard(textOf(fields.table)),
    sql,
    message: error.message,
    isConnectError: CONNECT_ERROR in error,
  };
}

// Citus appends the id of the shard to the names of tables and constraints, and reports the error of another node without
// its fields, so that the name is only in the message.
const withoutShard = (name: string | undefined): string | undefined => name?.replace(/_\d{6,}$/, '');

const constraintIn = (message: string): string | undefined =>
  /\b([a-z_]+_(?:key|pkey|fkey|check|idx))(?:_\d{6,})?\b/.exec(message)?.[1];

/** Not `instanceof`: errors of Node's core may come from another realm. */
const isError = (value: unknown): value is Error =>
  typeof value === 'object' && value !== null && 'message' in value && 'stack' in value;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
  TypeORMError,
} from 'typeorm';

/** What is worth knowing of an error that pg, its pool, the socket or TypeORM threw. */
export interface DriverError {
  /** Five characters when the server spoke; undefined when the trouble is between us and the server. */
  readonly sqlState: string | undefined;
  /** How bad the server called it, in its own language. */
  readonly severity: string | undefined;
  /** What the operating system called it, such as ECONNREFUSED. */
  readonly systemCode: string | undefined;
  readonly constraint: string | undefined;
  readonly table: string | undefined;
  readonly sql: string | undefined;
  readonly message: string;
  /** Whether no connection came about, so that nothing was asked yet. */
  readonly isOfConnecting: boolean;
}

const OF_CONNECTING = Symbol('of connecting');

/** Marks what went wrong in making a connection: the same code means something else when a statement failed with it. */
export const ofConnecting = <Failure extends Error>(error: Failure): Failure =>
  Object.assign(error, { [OF_CONNECTING]: true });

const SQL_STATE = /^[0-9A-Z]{5}$/;

const SYSTEM_CODES = new Set(
  `ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ENOENT ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH
   ENETDOWN ENOTFOUND EAI_AGAIN EADDRNOTAVAIL EMFILE ENFILE ERR_STREAM_DESTROYED`.split(/\s+/),
);

/** pg gives these no code at all, so their words are the only way to know them. */
const CONNECTION_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|The database server is read-only|write after end|Received unexpected .* from backend|received invalid response|There was an error establishing an SSL connection)/;

/** How the platform calls a certificate that it does not trust, and a server that does not speak TLS as it should. */
const DISTRUST_CODES =
  /^(?:ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_|ERROR_IN_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|UNSPECIFIED$|EPROTO$)/;
const NO_ENCRYPTION = /^The server does not support SSL connections/;

/** TypeORM takes a runner away from its user when the connection breaks between two queries, and only says that it did. */
const LOST_BETWEEN_QUERIES = new Error('Connection terminated between two queries');
const isOfLostRunner = (error: unknown): boolean =>
  error instanceof QueryRunnerAlreadyReleasedError ||
  error instanceof QueryRunnerProviderAlreadyReleasedError;

export function driverErrorIn(error: unknown): DriverError | undefined {
  if (error instanceof QueryFailedError) return describe(error.driverError as Error, error.query);
  if (isOfLostRunner(error)) return describe(LOST_BETWEEN_QUERIES, undefined);
  if (!isError(error) || error instanceof TypeORMError) return undefined;
  // A name with several addresses fails once for each of them.
  if ('errors' in error && Array.isArray(error.errors)) {
    const first = driverErrorIn(error.errors[0]);
    return first && { ...first, isOfConnecting: first.isOfConnecting || OF_CONNECTING in error };
  }
  const described = describe(error, undefined);
  const isOurs =
    described.sqlState !== undefined || described.isOfConnecting || connectionIsToBlame(described);
  return isOurs ? described : undefined;
}

/** True when the answer was lost, not refused. What the server did with the statement is then anyone's guess. */
export const connectionIsToBlame = (error: DriverError): boolean => {
  const { sqlState, systemCode, message } = error;
  return sqlState === undefined
    ? (systemCode !== undefined && SYSTEM_CODES.has(systemCode)) ||
        CONNECTION_MESSAGES.test(message) ||
        isDistrust(error)
    : sqlState.startsWith('08') || sqlState.startsWith('57P') || sqlState.startsWith('58');
};

/** True when the server ended the session in place of an answer, whatever it had done by then. */
export const sessionIsOver = ({ severity }: DriverError): boolean =>
  severity === 'FATAL' || severity === 'PANIC';

/** True when no connection was made because it would not have been a safe one. That does not pass by waiting. */
export const isDistrust = ({ systemCode, message }: DriverError): boolean =>
  (systemCode !== undefined && DISTRUST_CODES.test(systemCode)) || NO_ENCRYPTION.test(message);

/** True when a write failed because the server does not accept any, as an old primary after a failover. */
export const isOfReadOnlyServer = ({ sqlState }: DriverError): boolean => sqlState === '25006';

/** True when there is something to wait for: a server that is away, starting or full. */
export const isPassing = (error: DriverError): boolean =>
  (connectionIsToBlame(error) && !isDistrust(error)) || error.sqlState?.startsWith('53') === true;

/** What is wrong, in one line and without the platform's advice about its own options. */
export const distrustOf = ({ message }: DriverError): string =>
  (message.split('\n', 1)[0] ?? '').replace(/; if the root CA is installed locally.*/, '');

export const sqlStateOf = (error: unknown): string | undefined => driverErrorIn(error)?.sqlState;

function describe(error: Error, sql: string | undefined): DriverError {
  const fields = error as Error & {
    code?: unknown;
    severity?: unknown;
    constraint?: unknown;
    table?: unknown;
  };
  const code = textOf(fields.code);
  // EPIPE has the shape of a SQLSTATE; only what the server sent has a severity.
  const isFromServer = code !== undefined && SQL_STATE.test(code) && fields.severity !== undefined;
  return {
    sqlState: isFromServer ? code : undefined,
    severity: textOf(fields.severity),
    systemCode: isFromServer ? undefined : code,
    constraint: textOf(fields.constraint),
    table: textOf(fields.table),
    sql,
    message: error.message,
    isOfConnecting: OF_CONNECTING in error,
  };
}

/** By its looks: errors that the platform's core made need not be instances of the Error that is known here. */
const isError = (value: unknown): value is Error =>
  typeof value === 'object' && value !== null && 'message' in value && 'stack' in value;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

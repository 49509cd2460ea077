import { HttpException } from '@nestjs/common';
import { TokenRejected } from '@florin/identity';
import { translateDatabaseError, Unavailable } from '@florin/infrastructure';
import { DomainError, RateLimited } from '@florin/kernel';
import { DEFAULT_LIMITS, inKibibytes, inMebibytes, MAX_FILE_BYTES } from '../limits.js';
import { type ErrorResponse, ApiError, rateLimited } from './api-error.js';
import { type ErrorCode, isErrorCode, STATUS } from './codes.js';

/** See `@OverrideStatuses`. */
export type StatusOverrides = Readonly<Partial<Record<ErrorCode, number>>>;

const INTERNAL: ErrorResponse = {
  status: 500,
  code: 'internal_error',
  message: 'Internal error. Report the X-Request-Id of this response to the operator.',
  headers: {},
};

/** Unknown errors are 500, and their message is never sent: it may contain internals. */
export function toErrorResponse(thrown: unknown, overrides: StatusOverrides = {}): ErrorResponse {
  if (isAbortedByClient(thrown))
    return responseForStatus(400, 'The connection was closed before the request was complete.');
  // Writes translate driver errors themselves; reads do not.
  const error = translateDatabaseError(thrown);
  if (error instanceof ApiError) return withStandardHeaders(error);
  if (error instanceof RateLimited) return rateLimited(error.message, error.retryAfterSeconds);
  if (error instanceof DomainError) return domainErrorResponse(error as DomainError, overrides);
  if (error instanceof Unavailable) return unavailableResponse(error);
  if (error instanceof HttpException) return responseForStatus(error.getStatus(), messageOf(error));
  const status = frameworkStatus(error);
  return status === undefined ? INTERNAL : responseForStatus(status, frameworkMessage(error));
}

export const errorBody = ({ code, message }: ErrorResponse): { error: ErrorCode; message: string } => ({
  error: code,
  message,
});

function domainErrorResponse(error: DomainError, overrides: StatusOverrides): ErrorResponse {
  const { code, message } = error;
  if (!isErrorCode(code)) return INTERNAL;
  const headers: Record<string, string> =
    error instanceof TokenRejected ? { 'www-authenticate': `Bearer error="${error.problem}"` } : {};
  return withStandardHeaders({ status: overrides[code] ?? STATUS[code], code, message, headers });
}

const unavailableResponse = ({ message, retryAfterSeconds }: Unavailable): ErrorResponse => ({
  status: STATUS.unavailable,
  code: 'unavailable',
  message,
  headers: { 'retry-after': String(retryAfterSeconds) },
});

/** Retry-After with 429 and 503, WWW-Authenticate with 401. */
function withStandardHeaders({ status, code, message, headers }: ErrorResponse): ErrorResponse {
  const retryAfter = status === 429 || status === 503 ? { 'retry-after': '1' } : {};
  const authenticate = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  return { status, code, message, headers: { ...retryAfter, ...authenticate, ...headers } };
}

const CODE_OF_STATUS: Readonly<Partial<Record<number, ErrorCode>>> = {
  403: 'forbidden',
  404: 'not_found',
  503: 'unavailable',
};

export const TOO_LARGE = `The body is too large; at most ${inKibibytes(DEFAULT_LIMITS.bodyBytes)} are accepted, ${inMebibytes(DEFAULT_LIMITS.batchBodyBytes)} for a batch, ${inMebibytes(MAX_FILE_BYTES)} for a file to reconcile.`;
export const NOT_JSON = 'The body must be JSON, sent with Content-Type: application/json.';

export const NOT_FILE =
  'The body must be a file in UTF-8, sent with Content-Type: text/csv or application/xml.';

/** In place of the messages of the framework, which contain internals or the URL. */
const MESSAGE_OF_STATUS: Readonly<Partial<Record<number, string>>> = {
  403: 'The access token does not permit this.',
  404: 'No route matches this request.',
  408: 'The request was not received in time.',
  413: TOO_LARGE,
  414: 'The URL is too long.',
  415: NOT_JSON,
  503: 'The service is not available right now; try again shortly.',
};

function responseForStatus(status: number, message: string): ErrorResponse {
  if (status !== 503 && (status < 400 || status >= 500)) return INTERNAL;
  const code = CODE_OF_STATUS[status] ?? 'invalid_request';
  return withStandardHeaders({ status, code, message: MESSAGE_OF_STATUS[status] ?? message, headers: {} });
}

/** A lost database connection also has the code ECONNRESET; only Fastify adds a status. */
function isAbortedByClient(error: unknown): boolean {
  const { code, statusCode } = Object(error) as { readonly code?: unknown; readonly statusCode?: unknown };
  return code === 'ECONNRESET' && statusCode === 400;
}

/** Client errors of Fastify and its plugins have a status. */
function frameworkStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  // 404, like every malformed id in a path.
  if ('code' in error && error.code === 'FST_ERR_MAX_PARAM_LENGTH') return 404;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}

/** The message of FST_ERR_BAD_URL contains the URL, which may be secret. */
function frameworkMessage(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && error.code === 'FST_ERR_BAD_URL')
    return 'The URL contains an invalid percent-encoding.';
  return error.message;
}

function messageOf(exception: HttpException): string {
  const response = exception.getResponse();
  const detail = typeof response === 'object' && 'message' in response ? response.message : response;
  return Array.isArray(detail) ? detail.join('; ') : exception.message;
}

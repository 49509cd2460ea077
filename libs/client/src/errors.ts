import type { components } from './schema.js';

/** The API's error codes, and two of the client: no response, and a response that Florin did not send. */
export type ErrorCode = components['schemas']['Error']['error'] | 'network_error' | 'unexpected_response';

export interface ErrorDetails {
  readonly code: ErrorCode;
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /** Identifies the request in the service's logs. */
  readonly requestId?: string | undefined;
  /** The requested delay in seconds. */
  readonly retryAfter?: number | undefined;
  /** With 401: the token is valid but lacks the permission, so that a new login does not help. */
  readonly isPermissionMissing?: boolean | undefined;
  /** The key that a create was sent with. Use it to repeat the create if its outcome is unknown. */
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
}

/** Every failed request rejects with this error, unless your own signal or `onTokens` ended it. */
export class FlorinError extends Error implements ErrorDetails {
  override readonly name = 'FlorinError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly isPermissionMissing: boolean;
  readonly idempotencyKey: string | undefined;

  constructor(message: string, details: ErrorDetails) {
    const { cause } = details;
    super(message, cause === undefined ? undefined : { cause });
    this.code = details.code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.isPermissionMissing = details.isPermissionMissing ?? false;
    this.idempotencyKey = details.idempotencyKey;
  }
}

export function errorFromResponse(
  body: unknown,
  { status, headers }: Response,
  idempotencyKey?: string,
): FlorinError {
  const details = {
    status,
    idempotencyKey,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: parseRetryAfter(headers),
    isPermissionMissing: headers.get('www-authenticate')?.includes('insufficient_scope') ?? false,
  };
  if (isErrorBody(body)) return new FlorinError(body.message, { ...details, code: body.error });
  const isRedirect = status >= 300 && status < 400;
  const message = isRedirect
    ? `Unexpected redirect (${status}) to ${headers.get('location') ?? 'another address'}. Check baseUrl.`
    : `Unexpected response (${status}): it was not sent by Florin. Check baseUrl and proxies.`;
  return new FlorinError(message, { ...details, code: 'unexpected_response' });
}

/** Seconds, as Florin sends them, or a date, as proxies may. */
function parseRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}

/** Gateways also send these two fields, but `error` is then no code: `Not Found`, or an object. */
const isErrorBody = (body: unknown): body is components['schemas']['Error'] => {
  if (typeof body !== 'object' || body === null || !('error' in body) || !('message' in body)) return false;
  const { error, message } = body;
  return typeof error === 'string' && /^[a-z]+(_[a-z]+)*$/.test(error) && typeof message === 'string';
};

import type { components } from './schema.js';

/** What the service refuses with, and the two things that can go wrong on the way to it. */
export type ErrorCode = components['schemas']['Error']['error'] | 'network_error' | 'unexpected_answer';

export interface ErrorFacts {
  readonly code: ErrorCode;
  /** Of the answer; 0 when there was none. */
  readonly status: number;
  readonly requestId?: string | undefined;
  /** How long the service asked to wait, in seconds. */
  readonly retryAfter?: number | undefined;
  /** That a create was sent with. */
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
}

/** The one class of error that calls reject with, unless the caller's own signal or `onTokens` ended them. */
export class FlorinError extends Error {
  override readonly name = 'FlorinError';
  readonly code: ErrorCode;
  readonly status: number;
  /** The name of the request in the service's logs. */
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  /** That a create was sent with, to repeat it where nobody knows whether it took effect. */
  readonly idempotencyKey: string | undefined;

  constructor(message: string, { code, status, requestId, retryAfter, idempotencyKey, cause }: ErrorFacts) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.idempotencyKey = idempotencyKey;
  }
}

/** The error that an answer means. One that is not the service's, such as a proxy's page, has no code of ours. */
export function errorIn(body: unknown, { status, headers }: Response, idempotencyKey?: string): FlorinError {
  const facts = {
    status,
    idempotencyKey,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfterIn(headers),
  };
  if (isRefusal(body)) return new FlorinError(body.message, { ...facts, code: body.error });
  const isElsewhere = status >= 300 && status < 400;
  const message = isElsewhere
    ? `The answer (${status}) points to ${headers.get('location') ?? 'somewhere else'}: baseUrl is not where the service is.`
    : `The answer (${status}) is none of Florin's.`;
  return new FlorinError(message, { ...facts, code: 'unexpected_answer' });
}

/** Seconds, as Florin sends them, or a date, as proxies may. */
export function retryAfterIn(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}

/** Gateways have errors with these two fields as well, but no codes: `Not Found`, or an object. */
const isRefusal = (body: unknown): body is components['schemas']['Error'] => {
  if (typeof body !== 'object' || body === null || !('error' in body) || !('message' in body)) return false;
  const { error, message } = body;
  return typeof error === 'string' && /^[a-z]+(_[a-z]+)*$/.test(error) && typeof message === 'string';
};

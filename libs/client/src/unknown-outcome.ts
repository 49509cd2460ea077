import { FlorinError } from './errors.js';

/** Bad gateway, unavailable and gateway timeout, from a proxy or from the service. */
const UNKNOWN_STATUSES = [502, 503, 504];

/** Whether the request may have been processed: no response, an incomplete one, or one that does not say so. */
export const isOutcomeUnknown = ({ status }: FlorinError): boolean =>
  status < 300 || UNKNOWN_STATUSES.includes(status);

/** Sent before the service has looked up the idempotency key, or while another attempt holds it. */
const STATUSES_BEFORE_KEY_LOOKUP = [401, 403, 408, 409, 429, 500];

/**
 * Remembers that an attempt of a create may have taken effect until a response resolves it. A caller who only got the
 * last error, such as `rate_limited`, could create the same object again with another key.
 */
export class UnknownOutcome {
  private readonly errors: FlorinError[] = [];

  record(error: FlorinError): void {
    if (error.idempotencyKey !== undefined && isOutcomeUnknown(error)) this.errors.push(error);
  }

  /** The error to reject the call with, given the last one. */
  errorFor(last: unknown): unknown {
    // An overloaded service has usually done nothing, so a lost connection takes precedence.
    const first = this.errors.find(({ code }) => code !== 'unavailable') ?? this.errors[0];
    if (first === undefined || isResolvedBy(last)) return last;
    // `unavailable` has several causes; only the message says whether the request may have taken effect.
    const message = [...new Set(this.errors.map((error) => error.message))].join(' ');
    const lastError = last instanceof FlorinError ? last : undefined;
    if (lastError?.code === first.code && lastError.message === message) return lastError;
    const { code, status, requestId, idempotencyKey } = first;
    const retryAfter = lastError?.retryAfter ?? first.retryAfter;
    return new FlorinError(message, { code, status, requestId, retryAfter, idempotencyKey, cause: last });
  }
}

/** An error without a key is about another request, such as the token refresh. */
const isResolvedBy = (last: unknown): boolean =>
  last instanceof FlorinError &&
  last.idempotencyKey !== undefined &&
  last.code !== 'unexpected_response' &&
  !isOutcomeUnknown(last) &&
  (last.code === 'email_exists' || !STATUSES_BEFORE_KEY_LOOKUP.includes(last.status));

import type { FlorinError } from './errors.js';
import { sleep } from './timers.js';
import { isOutcomeUnknown } from './unknown-outcome.js';

export interface RetryOptions {
  /** How often a call is sent in total, 4 by default. 1 disables retries. */
  readonly attempts?: number | undefined;
  /** The longest delay before a retry, 30 s by default. The call is not retried if `Retry-After` is longer. */
  readonly maxDelayMs?: number | undefined;
  readonly sleep?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** A number from 0 to 1 for the jitter, so that many clients do not retry at the same moment. */
  readonly random?: (() => number) | undefined;
}

const FIRST_DELAY_MS = 200;

/** Decides whether a failed call is retried, and when. */
export class Retries {
  private readonly attempts: number;
  private readonly maxDelayMs: number;
  private readonly sleep: NonNullable<RetryOptions['sleep']>;
  private readonly random: () => number;

  constructor(options: RetryOptions) {
    this.attempts = options.attempts ?? 4;
    this.maxDelayMs = options.maxDelayMs ?? 30_000;
    this.sleep = options.sleep ?? sleep;
    this.random = options.random ?? Math.random;
  }

  isLast(attempt: number): boolean {
    return attempt >= this.attempts;
  }

  /** Resolves to true after the delay if the call is to be sent again, otherwise to false at once. */
  async delayNext(attempt: number, request: Request, error: FlorinError): Promise<boolean> {
    if (this.isLast(attempt) || !isSafeToRetry(attempt, request, error)) return false;
    const retryAfterMs = (error.retryAfter ?? 0) * 1000;
    if (retryAfterMs > this.maxDelayMs) return false;
    const backoffMs = FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.5 + this.random() / 2);
    await this.sleep(Math.max(retryAfterMs, Math.min(backoffMs, this.maxDelayMs)), request.signal);
    return true;
  }
}

/**
 * A 429 was not processed. After a lost connection or a 503 the outcome is unknown, so only requests that have the same
 * effect when sent twice are retried: reads, dry runs, creates with their idempotency key, and a token refresh, which the service
 * answers again for a few seconds.
 */
function isSafeToRetry(attempt: number, request: Request, error: FlorinError): boolean {
  const isCreate = request.headers.has('idempotency-key');
  if (error.status === 429) return true;
  // An earlier attempt may still be in progress and hold the idempotency key; its result is the result of the call.
  if (error.status === 409) return isCreate && attempt > 1;
  if (!isOutcomeUnknown(error)) return false;
  const isRead = request.method === 'GET' || request.headers.has('dry-run');
  return isRead || isCreate || new URL(request.url).pathname.endsWith('/v1/auth/refresh');
}

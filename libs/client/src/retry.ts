import { LONGEST_TIMER_MS } from './attempt.js';
import { isUnknown } from './doubt.js';
import type { FlorinError } from './errors.js';

export interface RetryOptions {
  /** How often a call is tried in all; 4 unless told otherwise, 1 for never again. */
  readonly attempts?: number | undefined;
  /** The longest wait that is put up with. A service that asks for more gets no further try; 30 s. */
  readonly longestWaitMs?: number | undefined;
  readonly sleep?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** From 0 to 1, to keep many clients from coming back at the same moment. */
  readonly random?: (() => number) | undefined;
}

const FIRST_WAIT_MS = 200;

/** Decides whether a call that failed is tried again, and waits for it. */
export class Retries {
  private readonly attempts: number;
  private readonly longestWaitMs: number;
  private readonly sleep: NonNullable<RetryOptions['sleep']>;
  private readonly random: () => number;

  constructor({ attempts = 4, longestWaitMs = 30_000, sleep = pause, random = Math.random }: RetryOptions) {
    this.attempts = attempts;
    this.longestWaitMs = longestWaitMs;
    this.sleep = sleep;
    this.random = random;
  }

  isLast(attempt: number): boolean {
    return attempt >= this.attempts;
  }

  /** Waits and answers true when there is to be another attempt after this one. */
  async another(attempt: number, request: Request, outcome: FlorinError): Promise<boolean> {
    if (this.isLast(attempt) || !isSafe(attempt, request, outcome)) return false;
    const asked = (outcome.retryAfter ?? 0) * 1000;
    if (asked > this.longestWaitMs) return false;
    const backoff = FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + this.random() / 2);
    await this.sleep(Math.max(asked, Math.min(backoff, this.longestWaitMs)), request.signal);
    return true;
  }
}

/**
 * Too many requests were certainly not carried out. After a lost connection or a 503 nobody knows, and only what does
 * no harm when done twice may be sent again: reads, creates with their key, and the exchange of a refresh token, which
 * the service answers again for a while.
 */
function isSafe(attempt: number, request: Request, outcome: FlorinError): boolean {
  const isCreate = request.headers.has('idempotency-key');
  if (outcome.status === 429) return true;
  // An earlier attempt that nobody heard of again may still hold the key, and what becomes of it is the answer.
  if (outcome.status === 409) return isCreate && attempt > 1;
  if (!isUnknown(outcome)) return false;
  return request.method === 'GET' || isCreate || new URL(request.url).pathname.endsWith('/v1/auth/refresh');
}

/** Sleeps, unless the caller's signal ends the call first. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const wake = (): void => {
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(wake, Math.min(milliseconds, LONGEST_TIMER_MS));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

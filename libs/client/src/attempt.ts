import { unlessAborted, withDeadline } from './timers.js';

/**
 * Node garbage-collects a Request that only its fetch refers to, and the signal with it: neither the timeout nor the
 * caller could abort that fetch any more. So pending requests are referenced here.
 */
const pending = new Set<Request>();

export interface AttemptLimits {
  readonly timeoutMs: number;
  /** The caller's own signal. */
  readonly signal: AbortSignal;
}

/** Sends the request once. Rejects with the signal's reason, or with a TimeoutError. */
export function attempt<Result>(
  request: Request,
  limits: AttemptLimits,
  send: (request: Request) => Promise<Result>,
): Promise<Result> {
  const timeoutError = () => new DOMException(`No response within ${limits.timeoutMs} ms.`, 'TimeoutError');
  return withDeadline({ ...limits, timeoutError }, async (signal) => {
    const copy = new Request(request, { signal });
    pending.add(copy);
    try {
      return await unlessAborted(signal, send(copy));
    } finally {
      pending.delete(copy);
    }
  });
}

/** A timer with a longer delay fires immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface Deadline {
  readonly timeoutMs: number;
  /** The reason to abort with when the time is up. */
  readonly timeoutError: () => Error;
  /** The caller's own signal. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs the work with a signal that aborts at the deadline or together with the caller's signal. */
export async function withDeadline<Result>(
  { timeoutMs, timeoutError, signal }: Deadline,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort(signal?.reason);
  };
  const timer = setTimeout(
    () => {
      controller.abort(timeoutError());
    },
    Math.min(timeoutMs, MAX_TIMER_MS),
  );
  signal?.addEventListener('abort', abort);
  if (signal?.aborted === true) abort();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** The result, or a rejection when the signal aborts first. The work itself continues. */
export function unlessAborted<Result>(signal: AbortSignal, result: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    result.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', abort);
    });
  });
}

export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', abort);
        resolve();
      },
      Math.min(milliseconds, MAX_TIMER_MS),
    );
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** A timer that is set for longer than this rings at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Requests that are under way. Node forgets a request that nobody holds, and signals made of other signals, although
 * their fetch still waits for an answer; from then on neither its time nor its caller could end it.
 */
const underWay = new Set<Request>();

export interface Limits {
  readonly milliseconds: number;
  /** Of the caller, who may give up earlier. */
  readonly signal: AbortSignal;
}

/** Sends the request, and rejects with the reason when its time is up or the caller gives up. */
export async function attempt<Result>(
  request: Request,
  { milliseconds, signal }: Limits,
  send: (request: Request) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const giveUp = (): void => {
    controller.abort(signal.reason);
  };
  const timer = setTimeout(
    () => {
      controller.abort(new DOMException('There was no answer in time.', 'TimeoutError'));
    },
    Math.min(milliseconds, LONGEST_TIMER_MS),
  );
  const sending = new Request(request, { signal: controller.signal });
  underWay.add(sending);
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  try {
    return await unlessAborted(controller.signal, send(sending));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
    underWay.delete(sending);
  }
}

/** The result, unless the caller gives up waiting for it. Whoever else waits for it goes on. */
export function unlessAborted<Result>(signal: AbortSignal, result: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
    result.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', giveUp);
    });
  });
}

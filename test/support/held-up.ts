import { jest } from '@jest/globals';

/**
 * For specs that hold something to a time, or that a service with an operator's limits serves. A machine that others use
 * stands still now and then, for longer than these allow, but hardly so in each of three tries; what really is too slow
 * or wrong is so in all of them.
 */
export function mayBeHeldUp(): void {
  jest.retryTimes(2, { logErrorsBeforeRetry: true });
}

const TICK_MS = 5;
let ticks = 0;
setInterval(() => (ticks += 1), TICK_MS).unref();

/**
 * Milliseconds in which this process was let run, for specs that say how long something may take at most. The time in which
 * a busy machine gave it to others does not count: whatever was waited for had to wait for that as well.
 */
export const usableNow = (): number => ticks * TICK_MS;

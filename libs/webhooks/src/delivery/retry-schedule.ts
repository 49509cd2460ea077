import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@florin/kernel';

/** The delay after the first, second, … failed attempt. */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;

/** The jitter is at most this part of the delay. */
export const MAX_JITTER = 0.2;
const MAX_RETRY_AFTER_MS = DAY_MS;

/**
 * Undefined if the delivery is given up after this many failed attempts. `jitter` is from 0 to 1: deliveries that failed
 * together are not repeated together. `retryAfterMs` is what the receiver asked for.
 */
export function retryDelay(failures: number, jitter: number, retryAfterMs = 0): number | undefined {
  const delay = RETRY_DELAYS_MS[failures - 1];
  if (delay === undefined) return undefined;
  return Math.max(Math.round(delay * (1 + MAX_JITTER * jitter)), Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}

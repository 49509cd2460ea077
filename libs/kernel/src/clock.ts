/** A use case reads the clock once and passes the instant to every decision. */
export abstract class Clock {
  abstract now(): Date;
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const addMilliseconds = (instant: Date, milliseconds: number): Date =>
  new Date(instant.getTime() + milliseconds);

/** The later of the two, so that clock skew between instances never moves `updatedAt` or `endedAt` backwards. */
export const notBefore = (earlier: Date, now: Date): Date => (now > earlier ? now : earlier);

/** NTP corrections are smaller than this. After a larger step back, the earlier time is considered wrong. */
export const MAX_CLOCK_SKEW_MS = 10 * SECOND_MS;

export const exceedsClockSkew = (recordedAt: Date, now: Date): boolean =>
  recordedAt.getTime() - now.getTime() > MAX_CLOCK_SKEW_MS;

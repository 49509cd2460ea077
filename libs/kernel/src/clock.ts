/** Where "now" comes from. Use cases ask once and hand the instant to every decision they take. */
export abstract class Clock {
  abstract now(): Date;
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const addMilliseconds = (instant: Date, milliseconds: number): Date =>
  new Date(instant.getTime() + milliseconds);

/**
 * The instant of a change to something that was changed before. Instances' clocks differ a little; the times of one
 * thing never run backwards for that, and nothing ends before it began.
 */
export const notBefore = (earlier: Date, now: Date): Date => (now > earlier ? now : earlier);

/** What a clock may be set back by while it is kept in time. More than that, and it was wrong before. */
export const MAX_CLOCK_SKEW_MS = 10 * SECOND_MS;

/** Whether an instant was told by a clock that was wrong, and must not be believed once the clock was set right. */
export const exceedsClockSkew = (recordedAt: Date, now: Date): boolean =>
  recordedAt.getTime() - now.getTime() > MAX_CLOCK_SKEW_MS;

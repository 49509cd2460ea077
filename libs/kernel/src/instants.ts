import { DAY_MS } from './clock.js';

// 2026-02-28T23:59:59.123Z or with an offset. Seconds are required, fractions are optional; no week dates, no
// ordinal dates, no "24:00", no leap second, none of the shorter spellings that ISO 8601 allows.
const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** PostgreSQL has no year 0, and a year of five digits is nothing that we would read again. */
const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Instants are kept to the millisecond. One that lies between two of them is taken for the one before. As a bound it is
 * taken for the one after, where the one before would change what is meant: as the first instant of a span, and as the
 * one before which a span ends.
 */
export type Rounding = 'down' | 'up';

/** The instant that an RFC 3339 timestamp names, to the millisecond, or undefined. */
export function parseInstant(text: unknown, rounding: Rounding = 'down'): Date | undefined {
  const match = typeof text === 'string' ? INSTANT.exec(text) : null;
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHour, offsetMinute] = match;
  const midnight = utcDay(year, month, day);
  if (midnight === undefined) return undefined;
  const clock = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  const milliseconds = millisecondsOf(fraction, rounding);
  const offset = sign === undefined ? 0 : (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000;
  const instant = midnight + clock + milliseconds + (sign === '-' ? offset : -offset);
  return instant >= FIRST && instant <= LAST ? new Date(instant) : undefined;
}

function millisecondsOf(fraction: string, rounding: Rounding): number {
  const whole = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return rounding === 'up' && /[1-9]/.test(fraction.slice(3)) ? whole + 1 : whole;
}

/**
 * As `parseInstant`, but a bare date is taken as well. It means the whole of that day in UTC, of which the start or
 * the end is wanted; instants are kept to the millisecond, so the last one of a day is 23:59:59.999.
 */
export function parseDateOrInstant(text: unknown, edge: 'start' | 'end'): Date | undefined {
  const match = typeof text === 'string' ? DATE.exec(text) : null;
  if (match === null) return parseInstant(text, edge === 'start' ? 'up' : 'down');
  const midnight = utcDay(match[1], match[2], match[3]);
  if (midnight === undefined) return undefined;
  return new Date(edge === 'start' ? midnight : midnight + DAY_MS - 1);
}

/** Midnight of a day that exists. `Date.UTC` turns the 30th of February into March, so the parts must come back. */
function utcDay(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): number | undefined {
  const midnight = new Date(0);
  midnight.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const exists = midnight.getUTCMonth() === Number(month) - 1 && midnight.getUTCDate() === Number(day);
  return exists && Number(year) > 0 ? midnight.getTime() : undefined;
}

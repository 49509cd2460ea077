import { DAY_MS } from './clock.js';

// RFC 3339, without leap seconds.
const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** PostgreSQL has no year 0, and RFC 3339 years have four digits. */
export const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');
export const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** Instants have millisecond precision. Round `up` for an inclusive lower or an exclusive upper bound. */
export type Rounding = 'down' | 'up';

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
  return instant >= FIRST_INSTANT && instant <= LAST_INSTANT ? new Date(instant) : undefined;
}

function millisecondsOf(fraction: string, rounding: Rounding): number {
  const whole = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return rounding === 'up' && /[1-9]/.test(fraction.slice(3)) ? whole + 1 : whole;
}

/** Also accepts a date, which is the first or the last millisecond of that day in UTC. */
export function parseDateOrInstant(text: unknown, edge: 'start' | 'end'): Date | undefined {
  const midnight = parseUtcDay(text);
  if (midnight === undefined) return parseInstant(text, edge === 'start' ? 'up' : 'down');
  return new Date(edge === 'start' ? midnight : midnight + DAY_MS - 1);
}

/** The milliseconds of midnight in UTC of a date such as 2026-01-31. */
export function parseUtcDay(text: unknown): number | undefined {
  const match = typeof text === 'string' ? DATE.exec(text) : null;
  return match === null ? undefined : utcDay(match[1], match[2], match[3]);
}

/** Undefined if the day does not exist: `Date` turns 30 February into March, so compare month and day. */
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

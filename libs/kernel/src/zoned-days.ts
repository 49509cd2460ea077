import { DAY_MS } from './clock.js';
import { FIRST_INSTANT, LAST_INSTANT, parseInstant, parseUtcDay } from './instants.js';

// A day of a calendar is the number of milliseconds of its midnight in UTC, whatever the time zone. `Intl` is the only
// source of time zones in Node; it has no function for the start of a day.

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const numeric = 'numeric';
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-hc-h23', {
    timeZone,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  });
  formats.set(timeZone, format);
  return format;
}

/** Local time minus UTC, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const local: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(instant)) local[type] = Number(value);
  const { day = 0, hour = 0, minute = 0, second = 0 } = local;
  const days = day - new Date(instant).getUTCDate();
  // Between two months the difference is that of their last and first day.
  const sign = Math.abs(days) > 1 ? -Math.sign(days) : days;
  const ofDay = ((hour * 60 + minute) * 60 + second) * 1_000;
  const secondOfUtc = Math.floor(instant / 1_000) * 1_000;
  return sign * DAY_MS + ofDay - (secondOfUtc - Math.floor(instant / DAY_MS) * DAY_MS);
}

/** The calendar day of an instant in the zone. */
export function dayOf(instant: Date, timeZone: string): number {
  const time = instant.getTime();
  return Math.floor((time + offsetAt(time, timeZone)) / DAY_MS) * DAY_MS;
}

/** The calendar date of an instant in the zone, such as `2026-01-31`. */
export const calendarDateOf = (instant: Date, timeZone: string): string =>
  new Date(dayOf(instant, timeZone)).toISOString().slice(0, 10);

/** The first instant of the day. A day without midnight starts when the clocks skip it. */
export function startOfDay(day: number, timeZone: string): Date {
  const [before, after] = [offsetAt(day - DAY_MS, timeZone), offsetAt(day + DAY_MS, timeZone)];
  for (const offset of [Math.max(before, after), Math.min(before, after)]) {
    const midnight = day - offset;
    if (offsetAt(midnight, timeZone) === offset) return withinYears(midnight);
  }
  return withinYears(changeBetween(day - DAY_MS, day + DAY_MS, before, timeZone));
}

/** When the offset changes, by bisection. */
function changeBetween(from: number, until: number, before: number, timeZone: string): number {
  let [low, high] = [from, until];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle, timeZone) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** PostgreSQL has no year 0, and RFC 3339 years have four digits. */
const withinYears = (instant: number): Date =>
  new Date(Math.min(Math.max(instant, FIRST_INSTANT), LAST_INSTANT));

/** An instant, or a date: the first or the last millisecond of that day in the zone. Undefined if it is neither. */
export function parseReportTime(text: unknown, timeZone: string, edge: 'start' | 'end'): Date | undefined {
  const day = parseUtcDay(text);
  if (day === undefined) return parseInstant(text, edge === 'start' ? 'up' : 'down');
  if (edge === 'start') return startOfDay(day, timeZone);
  return new Date(Math.max(startOfDay(day + DAY_MS, timeZone).getTime() - 1, FIRST_INSTANT));
}

import { calendarDateOf, MINUTE_MS } from '@florin/kernel';

/** Zones change their offset, and days begin, at multiples of this. */
const STEP_MS = 15 * MINUTE_MS;

/** The calendar dates of instants in a time zone. `Intl` is slow, so a date is computed once for each step. */
export function localDates(timezone: string): (instant: Date) => string {
  const known = new Map<number, string>();
  return (instant) => {
    const step = Math.floor(instant.getTime() / STEP_MS);
    const date = known.get(step) ?? calendarDateOf(instant, timezone);
    known.set(step, date);
    return date;
  };
}

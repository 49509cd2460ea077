import { DAY_MS, addMilliseconds } from '@florin/kernel';

export const INTERVALS = ['day', 'week', 'month', 'year'] as const;
export type Interval = (typeof INTERVALS)[number];

// Every period is computed from the anchor, never from the period before it: 31 January is followed by 28 February and then
// 31 March. The calendar is UTC, so that a period has the same bounds everywhere.
export interface BillingCycle {
  readonly interval: Interval;
  readonly anchorAt: Date;
  /** The number of the period that starts at the anchor. */
  readonly anchorPeriod: number;
}

/** Half-open: `endAt` is the start of the next period. */
export interface Period {
  readonly number: number;
  readonly startAt: Date;
  readonly endAt: Date;
}

export function periodOf(cycle: BillingCycle, number: number): Period {
  const count = number - cycle.anchorPeriod;
  return {
    number,
    startAt: addIntervals(cycle.anchorAt, cycle.interval, count),
    endAt: addIntervals(cycle.anchorAt, cycle.interval, count + 1),
  };
}

/** `instant` must not be before the anchor. */
export function periodAt(cycle: BillingCycle, instant: Date): Period {
  const { interval, anchorAt, anchorPeriod } = cycle;
  let count = Math.max(0, estimateCount(anchorAt, interval, instant));
  // Months differ in length, so the estimate may be one too high.
  while (count > 0 && addIntervals(anchorAt, interval, count) > instant) count -= 1;
  return periodOf(cycle, anchorPeriod + count);
}

export function addIntervals(anchor: Date, interval: Interval, count: number): Date {
  switch (interval) {
    case 'day':
      return addMilliseconds(anchor, count * DAY_MS);
    case 'week':
      return addMilliseconds(anchor, count * 7 * DAY_MS);
    case 'month':
      return addMonths(anchor, count);
    case 'year':
      return addMonths(anchor, 12 * count);
  }
}

/** The same day of the month, or the last day of a shorter month, at the same time of day. */
function addMonths(anchor: Date, months: number): Date {
  const year = anchor.getUTCFullYear();
  const month = anchor.getUTCMonth() + months;
  const day = Math.min(anchor.getUTCDate(), daysInMonth(year, month));
  const timeOfDay = anchor.getTime() % DAY_MS;
  return addMilliseconds(new Date(Date.UTC(year, month, day)), timeOfDay);
}

/** Day 0 is the last day of the previous month. `Date.UTC` carries months beyond December into the next years. */
const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

function estimateCount(anchor: Date, interval: Interval, instant: Date): number {
  const days = Math.floor((instant.getTime() - anchor.getTime()) / DAY_MS);
  const years = instant.getUTCFullYear() - anchor.getUTCFullYear();
  switch (interval) {
    case 'day':
      return days;
    case 'week':
      return Math.floor(days / 7);
    case 'month':
      return 12 * years + instant.getUTCMonth() - anchor.getUTCMonth();
    case 'year':
      return years;
  }
}

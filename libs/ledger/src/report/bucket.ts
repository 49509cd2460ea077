import { DAY_MS, dayOf, invalidRequest, startOfDay } from '@florin/kernel';

export const BUCKET_INTERVALS = ['day', 'week', 'month'] as const;
export type BucketInterval = (typeof BUCKET_INTERVALS)[number];

export const MAX_BUCKETS = 400;
/** Without `from`. */
export const DEFAULT_BUCKETS = 30;

export interface BucketRange {
  readonly interval: BucketInterval;
  /** The first bucket contains it. Undefined for the default number of buckets. */
  readonly from: Date | undefined;
  /** The last bucket contains it. */
  readonly to: Date;
  readonly timeZone: string;
}

/** The calendar day on which the bucket with this day starts. Weeks start on Monday. */
function firstDayOf(day: number, interval: BucketInterval): number {
  const date = new Date(day);
  if (interval === 'week') return day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  return interval === 'month' ? day - (date.getUTCDate() - 1) * DAY_MS : day;
}

/** The first day of the bucket `count` buckets after the one that starts on `day`. */
function addBuckets(day: number, interval: BucketInterval, count: number): number {
  if (interval === 'day') return day + count * DAY_MS;
  if (interval === 'week') return day + 7 * count * DAY_MS;
  const date = new Date(day);
  return date.setUTCMonth(date.getUTCMonth() + count);
}

/** The calendar days on which the buckets start, and the day after the last bucket. Throws if there are too many. */
export function bucketDays({ interval, from, to, timeZone }: BucketRange): readonly number[] {
  if (from !== undefined && from > to) throw invalidRequest('from must not be after to.');
  const last = firstDayOf(dayOf(to, timeZone), interval);
  const first =
    from === undefined
      ? addBuckets(last, interval, 1 - DEFAULT_BUCKETS)
      : firstDayOf(dayOf(from, timeZone), interval);
  const days: number[] = [];
  for (let day = first; day <= last; day = addBuckets(day, interval, 1)) {
    if (days.push(day) > MAX_BUCKETS)
      throw invalidRequest(
        `from and to span more than ${MAX_BUCKETS} buckets. Choose a longer interval or a shorter range.`,
      );
  }
  return [...days, addBuckets(last, interval, 1)];
}

/** The starts of all buckets in order, and the end of the last. Days have 23 or 25 hours when the clocks change. */
export const bucketBorders = (range: BucketRange): readonly Date[] =>
  bucketDays(range).map((day) => startOfDay(day, range.timeZone));

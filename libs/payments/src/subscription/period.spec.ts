import { describe, expect, it } from '@jest/globals';
import { DAY_MS } from '@florin/kernel';
import fc from 'fast-check';
import { addIntervals, type Interval, INTERVALS, periodAt, periodOf, type BillingCycle } from './period.js';

const day = (text: string) => new Date(`${text}T09:30:15.250Z`);
const starts = (anchor: string, interval: Interval, count: number) =>
  Array.from({ length: count }, (_, index) =>
    addIntervals(day(anchor), interval, index).toISOString().slice(0, 10),
  );

describe('calendar periods', () => {
  it('return to the 31st after shorter months', () => {
    expect(starts('2026-01-31', 'month', 13)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
      '2026-06-30',
      '2026-07-31',
      '2026-08-31',
      '2026-09-30',
      '2026-10-31',
      '2026-11-30',
      '2026-12-31',
      '2027-01-31',
    ]);
  });

  it('use 29 February in leap years and 28 February in other years', () => {
    expect(starts('2027-11-30', 'month', 5).at(3)).toBe('2028-02-29');
    expect(starts('2028-01-29', 'month', 14).filter((date) => date.slice(5, 7) === '02')).toEqual([
      '2028-02-29',
      '2029-02-28',
    ]);
    expect(starts('2096-02-29', 'year', 9)).toEqual([
      '2096-02-29',
      '2097-02-28',
      '2098-02-28',
      '2099-02-28',
      // 2100 is not a leap year.
      '2100-02-28',
      '2101-02-28',
      '2102-02-28',
      '2103-02-28',
      '2104-02-29',
    ]);
  });

  it('count weeks and days across the end of a year', () => {
    expect(starts('2026-12-28', 'week', 3)).toEqual(['2026-12-28', '2027-01-04', '2027-01-11']);
    expect(starts('2026-12-30', 'day', 3)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01']);
  });
});

const anyBillingCycle: fc.Arbitrary<BillingCycle> = fc.record({
  interval: fc.constantFrom(...INTERVALS),
  anchorAt: fc.date({ min: day('2020-01-01'), max: day('2099-12-31'), noInvalidDate: true }),
  anchorPeriod: fc.integer({ min: 1, max: 500 }),
});
const anyCount = fc.integer({ min: 0, max: 2_000 });

describe('every billing cycle', () => {
  it('has periods that follow one another without gap or overlap', () => {
    fc.assert(
      fc.property(anyBillingCycle, anyCount, (cycle, count) => {
        const period = periodOf(cycle, cycle.anchorPeriod + count);
        const next = periodOf(cycle, period.number + 1);
        expect(period.endAt).toEqual(next.startAt);
        expect(period.startAt.getTime()).toBeLessThan(period.endAt.getTime());
      }),
    );
  });

  it('keeps the time of day, and the day of the month unless the month is too short', () => {
    fc.assert(
      fc.property(anyBillingCycle, anyCount, (cycle, count) => {
        const { startAt } = periodOf(cycle, cycle.anchorPeriod + count);
        expect(startAt.getTime() % DAY_MS).toBe(cycle.anchorAt.getTime() % DAY_MS);
        if (cycle.interval === 'day' || cycle.interval === 'week') return;
        const isLastOfMonth = new Date(startAt.getTime() + DAY_MS).getUTCDate() === 1;
        const isSameDay = startAt.getUTCDate() === cycle.anchorAt.getUTCDate();
        expect(isSameDay || (isLastOfMonth && startAt.getUTCDate() < cycle.anchorAt.getUTCDate())).toBe(true);
      }),
    );
  });

  it('finds the period of an instant', () => {
    const anyDelay = fc.integer({ min: 0, max: 40 * 365 * DAY_MS });
    fc.assert(
      fc.property(anyBillingCycle, anyDelay, (cycle, delay) => {
        const instant = new Date(cycle.anchorAt.getTime() + delay);
        const period = periodAt(cycle, instant);
        expect(period.startAt.getTime()).toBeLessThanOrEqual(instant.getTime());
        expect(period.endAt.getTime()).toBeGreaterThan(instant.getTime());
        expect(period).toEqual(periodOf(cycle, period.number));
      }),
    );
  });

  it('finds a period by its first and its last instant', () => {
    fc.assert(
      fc.property(anyBillingCycle, anyCount, (cycle, count) => {
        const period = periodOf(cycle, cycle.anchorPeriod + count);
        expect(periodAt(cycle, period.startAt)).toEqual(period);
        expect(periodAt(cycle, new Date(period.endAt.getTime() - 1))).toEqual(period);
      }),
    );
  });
});

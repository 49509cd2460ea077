import { describe, expect, it } from '@jest/globals';
import { DAY_MS, DomainError, HOUR_MS } from '@florin/kernel';
import fc from 'fast-check';
import { BUCKET_INTERVALS, bucketBorders, type BucketRange, DEFAULT_BUCKETS, MAX_BUCKETS } from './bucket.js';

const BERLIN = 'Europe/Berlin';
const range = (changes: Partial<BucketRange>): BucketRange => ({
  interval: 'day',
  from: new Date('2026-03-27T12:00:00Z'),
  to: new Date('2026-03-30T12:00:00Z'),
  timeZone: BERLIN,
  ...changes,
});
const texts = (changes: Partial<BucketRange>): string[] =>
  bucketBorders(range(changes)).map((border) => border.toISOString());

describe('buckets', () => {
  it('are whole days of the zone, of 23 hours when the clocks change', () => {
    expect(texts({})).toEqual([
      '2026-03-26T23:00:00.000Z',
      '2026-03-27T23:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
      '2026-03-30T22:00:00.000Z',
    ]);
  });

  it('are weeks that start on Monday', () => {
    const sunday = new Date('2026-03-29T20:00:00Z');
    expect(texts({ interval: 'week', from: sunday, to: sunday })).toEqual([
      '2026-03-22T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ]);
  });

  it('are calendar months', () => {
    expect(texts({ interval: 'month', from: new Date('2025-12-31T23:30:00Z') })).toEqual([
      '2025-12-31T23:00:00.000Z',
      '2026-01-31T23:00:00.000Z',
      '2026-02-28T23:00:00.000Z',
      '2026-03-31T22:00:00.000Z',
    ]);
  });

  it.each(BUCKET_INTERVALS)('are %s buckets up to `to` without `from`', (interval) => {
    const borders = bucketBorders(range({ interval, from: undefined }));
    expect(borders).toHaveLength(DEFAULT_BUCKETS + 1);
    expect(borders.at(-1)! > range({}).to && borders.at(-2)! <= range({}).to).toBe(true);
  });

  it('are refused beyond the maximum, and in the wrong order', () => {
    const { to } = range({});
    const daysBefore = (days: number) => new Date(to.getTime() - days * DAY_MS);
    expect(bucketBorders(range({ from: daysBefore(MAX_BUCKETS - 1) }))).toHaveLength(MAX_BUCKETS + 1);
    for (const from of [daysBefore(MAX_BUCKETS), new Date('0001-01-01T00:00:00Z'), daysBefore(-1)])
      expect(() => bucketBorders(range({ from }))).toThrow(DomainError);
  });

  it('cover the range without gap, each for its length', () => {
    const instants = fc.date({
      min: new Date('1970-01-02T00:00:00Z'),
      max: new Date('2037-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    const zones = fc.constantFrom(
      'UTC',
      BERLIN,
      'Asia/Kathmandu',
      'America/Sao_Paulo',
      'Australia/Lord_Howe',
    );
    const lengths = fc.integer({ min: 0, max: 300 * DAY_MS });
    const longest = { day: 25, week: 7 * 24 + 1, month: 31 * 24 + 1 };
    fc.assert(
      fc.property(
        instants,
        lengths,
        zones,
        fc.constantFrom(...BUCKET_INTERVALS),
        (from, length, timeZone, interval) => {
          const to = new Date(from.getTime() + length);
          const borders = bucketBorders({ interval, from, to, timeZone });
          expect(borders[0]! <= from && borders[1]! > from).toBe(true);
          expect(borders.at(-2)! <= to && borders.at(-1)! > to).toBe(true);
          for (const [index, border] of borders.entries()) {
            const hours =
              (border.getTime() - (borders[index - 1]?.getTime() ?? border.getTime() - HOUR_MS)) / HOUR_MS;
            expect(hours > 0 && hours <= longest[interval]).toBe(true);
          }
        },
      ),
    );
  });
});

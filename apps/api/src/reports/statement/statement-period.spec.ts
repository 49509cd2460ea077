import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '@florin/kernel';
import { statementPeriodOf } from './statement-period.js';

describe('the period of a statement in days', () => {
  it.each([
    ['a day of 23 hours', '2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', 23],
    ['a day of 25 hours', '2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', 25],
    ['a day without midnight', '2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z', 23],
    ['a day in UTC', '2026-02-28', 'UTC', '2026-02-28T00:00:00.000Z', 24],
  ])('covers %s', (_, day, timeZone, start, hours) => {
    const { from, to } = statementPeriodOf({ from: day, to: day }, timeZone);
    expect(from?.toISOString()).toBe(start);
    expect(to!.getTime() + 1 - from!.getTime()).toBe(hours * HOUR_MS);
  });

  it.each(['Europe/Berlin', 'America/Santiago', 'Asia/Kathmandu'])(
    'has no gap between days in %s',
    (zone) => {
      for (let day = 0; day < 366; day += 1) {
        const [today, tomorrow] = [day, day + 1].map((number) =>
          new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10),
        );
        const [period, next] = [today, tomorrow].map((one) =>
          statementPeriodOf({ from: one!, to: one! }, zone),
        );
        expect(next!.from!.getTime() - period!.to!.getTime()).toBe(1);
      }
    },
  );

  it('keeps instants, and open ends', () => {
    const from = '2026-01-31T09:30:00+01:00';
    expect(statementPeriodOf({ from }, 'Asia/Tokyo')).toEqual({
      from: new Date('2026-01-31T08:30:00Z'),
      to: undefined,
    });
  });
});

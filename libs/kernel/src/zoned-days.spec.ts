import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DAY_MS, HOUR_MS } from './clock.js';
import { calendarDateOf, dayOf, parseReportTime, startOfDay } from './zoned-days.js';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Africa/Casablanca',
  'Asia/Beirut',
];
const zones = fc.constantFrom(...ZONES);
const instants = fc.date({
  min: new Date('1970-01-02T00:00:00Z'),
  max: new Date('2037-12-31T00:00:00Z'),
  noInvalidDate: true,
});
const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);
const start = (text: string, zone: string): string => startOfDay(day(text), zone).toISOString();
const hours = (text: string, zone: string): number =>
  (startOfDay(day(text) + DAY_MS, zone).getTime() - startOfDay(day(text), zone).getTime()) / HOUR_MS;

/** The date that a reader of a calendar in the zone sees. */
const shownDate = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(instant);

describe('the day of an instant', () => {
  it('is the date in the zone', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        expect(calendarDateOf(instant, zone)).toBe(shownDate(instant, zone));
      }),
    );
  });

  it('starts at its first instant', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const first = startOfDay(dayOf(instant, zone), zone);
        expect(first <= instant).toBe(true);
        expect(dayOf(first, zone)).toBe(dayOf(instant, zone));
        expect(dayOf(new Date(first.getTime() - 1), zone)).toBeLessThan(dayOf(instant, zone));
      }),
    );
  });
});

describe('the start of a day', () => {
  it.each([
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', 23],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', 25],
    ['2026-07-01', 'Asia/Kathmandu', '2026-06-30T18:15:00.000Z', 24],
    ['2026-04-05', 'Australia/Lord_Howe', '2026-04-04T13:00:00.000Z', 24.5],
    // Clocks went from 00:00 to 01:00: the day has no midnight.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', 23],
    // Clocks went from 00:00 back to 23:00: the day before has 25 hours.
    ['2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00.000Z', 25],
    // Samoa left this day out when it changed sides of the date line.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 0],
    ['1890-06-15', 'Europe/Berlin', '1890-06-14T23:06:32.000Z', 24],
  ])('%s in %s is %s, and the day has %d hours', (text, zone, expected, length) => {
    expect([start(text, zone), hours(text, zone)]).toEqual([expected, length]);
  });

  it('stays within the years that can be stored', () => {
    expect(start('0001-01-01', 'Asia/Tokyo')).toBe('0001-01-01T00:00:00.000Z');
    expect(start('9999-12-31', 'UTC')).toBe('9999-12-31T00:00:00.000Z');
    expect(startOfDay(day('9999-12-31') + DAY_MS, 'UTC').toISOString()).toBe('9999-12-31T23:59:59.999Z');
  });
});

describe('a time in a report', () => {
  it.each([
    ['2026-03-29', 'start', '2026-03-28T23:00:00.000Z'],
    ['2026-03-29', 'end', '2026-03-29T21:59:59.999Z'],
    ['2026-03-29T12:00:00Z', 'end', '2026-03-29T12:00:00.000Z'],
    ['2026-03-29T12:00:00.0001+02:00', 'start', '2026-03-29T10:00:00.001Z'],
  ] as const)('%s at the %s is %s in Berlin', (text, edge, expected) => {
    expect(parseReportTime(text, 'Europe/Berlin', edge)?.toISOString()).toBe(expected);
  });

  it.each(['2026-02-30', '2026-3-29', 'today', '', undefined, 7])('%j is undefined', (text) => {
    expect(parseReportTime(text, 'UTC', 'start')).toBeUndefined();
  });
});

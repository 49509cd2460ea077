import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseDateOrInstant, parseInstant } from './instants.js';

const FIRST = new Date('0001-01-01T00:00:00Z');
const LAST = new Date('9999-12-31T23:59:59.999Z');
const anyInstant = fc.date({ min: FIRST, max: LAST, noInvalidDate: true });

describe('parseInstant', () => {
  it('parses what toISOString writes', () => {
    fc.assert(
      fc.property(anyInstant, (instant) => {
        expect(parseInstant(instant.toISOString())).toEqual(instant);
      }),
    );
  });

  it('applies the offset', () => {
    fc.assert(
      fc.property(anyInstant, fc.integer({ min: -1439, max: 1439 }), (instant, minutes) => {
        const hours = String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0');
        const rest = String(Math.abs(minutes) % 60).padStart(2, '0');
        const text = instant.toISOString().replace('Z', `${minutes < 0 ? '-' : '+'}${hours}:${rest}`);
        const expected = instant.getTime() - minutes * 60_000;
        const isInRange = expected >= FIRST.getTime() && expected <= LAST.getTime();
        expect(parseInstant(text)?.getTime()).toBe(isInRange ? expected : undefined);
      }),
    );
  });

  it.each([
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31t09:30:00z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00.1Z', '2026-01-31T09:30:00.100Z'],
    ['2026-01-31T09:30:00.123456789Z', '2026-01-31T09:30:00.123Z'],
    ['2024-02-29T00:00:00+02:00', '2024-02-28T22:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('parses %s as %s', (text, expected) => {
    expect(parseInstant(text)?.toISOString()).toBe(expected);
  });

  it.each([
    '2024-02-30T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '2026-01-01T24:00:00Z',
    '2026-01-01T23:60:00Z',
    '2026-01-01T23:59:60Z',
    '2026-01-01T00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01 00:00:00Z',
    '2026-01-01T00:00:00+0200',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00,5Z',
    '2026-01-01',
    '2024-W05',
    '2024-W05-1',
    '2024-001',
    '20240101',
    '20240101T000000Z',
    '+002026-01-01T00:00:00Z',
    ' 2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00Z\n',
    '1767225600',
    '',
    1767225600,
    null,
    undefined,
    ['2026-01-01T00:00:00Z'],
  ])('rejects %j', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});

describe('rounding to milliseconds', () => {
  it.each([
    ['2026-01-31T09:30:00.1239Z', '123', '124'],
    ['2026-01-31T09:30:00.999999999Z', '999', '000'],
    ['2026-01-31T09:30:00.1230Z', '123', '123'],
    ['2026-01-31T09:30:00.12Z', '120', '120'],
  ])('rounds %s down to .%s and up to .%s', (text, down, up) => {
    expect(parseInstant(text)?.toISOString()).toMatch(new RegExp(`\\.${down}Z$`));
    expect(parseInstant(text, 'up')?.toISOString()).toMatch(new RegExp(`\\.${up}Z$`));
    expect(parseDateOrInstant(text, 'end')).toEqual(parseInstant(text));
    expect(parseDateOrInstant(text, 'start')).toEqual(parseInstant(text, 'up'));
  });
});

describe('parseDateOrInstant', () => {
  it('parses a date as the start or end of the day in UTC', () => {
    expect(parseDateOrInstant('2024-02-29', 'start')?.toISOString()).toBe('2024-02-29T00:00:00.000Z');
    expect(parseDateOrInstant('2024-02-29', 'end')?.toISOString()).toBe('2024-02-29T23:59:59.999Z');
  });

  it('parses a timestamp the same way for both edges', () => {
    for (const edge of ['start', 'end'] as const) {
      expect(parseDateOrInstant('2026-01-31T09:30:00+01:00', edge)?.toISOString()).toBe(
        '2026-01-31T08:30:00.000Z',
      );
    }
  });

  it.each(['2023-02-29', '2026-1-1', '2026-01', '2026', '01-01-2026', 'today', 20260101, null])(
    'rejects %j',
    (text) => {
      expect(parseDateOrInstant(text, 'start')).toBeUndefined();
    },
  );
});

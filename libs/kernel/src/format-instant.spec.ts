import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatInstant } from './format-instant.js';

describe('formatInstant', () => {
  it('equals toISOString, whatever was formatted before', () => {
    fc.assert(
      fc.property(fc.array(fc.date({ noInvalidDate: true })), (instants) => {
        expect(instants.map(formatInstant)).toEqual(instants.map((instant) => instant.toISOString()));
      }),
    );
  });

  it.each([
    '2026-11-15T00:00:00.000Z',
    '2026-11-15T23:59:59.999Z',
    '2026-11-16T00:00:00.000Z',
    '1969-12-31T23:59:59.999Z',
  ])('is correct at a day boundary: %s', (text) => {
    expect(formatInstant(new Date('2026-11-15T12:00:00.000Z'))).toBe('2026-11-15T12:00:00.000Z');
    expect(formatInstant(new Date(text))).toBe(text);
  });

  it('throws for an invalid date', () => {
    expect(() => formatInstant(new Date(NaN))).toThrow(RangeError);
    expect(formatInstant(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
  });
});

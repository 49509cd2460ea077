import { describe, expect, it } from '@jest/globals';
import { parseSpan } from './instants.js';

describe('a moment on the command line', () => {
  it('is a whole day in UTC when it is a date', () => {
    expect(parseSpan('2024-02-29')).toEqual({
      from: new Date('2024-02-29T00:00:00Z'),
      until: new Date('2024-03-01T00:00:00Z'),
    });
  });

  it('is itself when it is an instant, in whatever zone', () => {
    expect(parseSpan('2026-03-31T09:30:00.5+02:00')).toEqual({
      from: new Date('2026-03-31T07:30:00.500Z'),
      until: new Date('2026-03-31T07:30:00.501Z'),
    });
  });

  it.each([
    '2026-02-30',
    '2023-02-29',
    '2026-13-01',
    '2026-1-1',
    '20260101',
    'yesterday',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:00:60Z',
    '2026-01-01T00:00:00',
    '2026-01-01T00:00:00+25:00',
    '2026-02-30T00:00:00Z',
    '',
  ])('is nothing when it does not exist or has no zone: %s', (text) => {
    expect(parseSpan(text)).toBeUndefined();
  });
});

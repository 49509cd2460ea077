import { describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS, addMilliseconds, MINUTE_MS, notBefore, SECOND_MS } from './clock.js';

describe('addMilliseconds', () => {
  const noon = new Date('2026-03-29T12:00:00.000Z');

  it.each([
    [SECOND_MS, '2026-03-29T12:00:01.000Z'],
    [MINUTE_MS, '2026-03-29T12:01:00.000Z'],
    [HOUR_MS, '2026-03-29T13:00:00.000Z'],
    [DAY_MS, '2026-03-30T12:00:00.000Z'],
    [-DAY_MS, '2026-03-28T12:00:00.000Z'],
  ])('adds %p ms', (milliseconds, expected) => {
    expect(addMilliseconds(noon, milliseconds).toISOString()).toBe(expected);
  });

  it('returns a new Date', () => {
    expect(addMilliseconds(noon, DAY_MS)).not.toBe(noon);
    expect(noon.toISOString()).toBe('2026-03-29T12:00:00.000Z');
  });
});

describe('notBefore', () => {
  const noon = new Date('2026-03-29T12:00:00.000Z');
  const after = addMilliseconds(noon, 1);

  it('returns now when it is later', () => {
    expect(notBefore(noon, after)).toEqual(after);
  });

  it('returns the earlier instant when the clock shows the same time or is behind', () => {
    expect(notBefore(noon, noon)).toEqual(noon);
    expect(notBefore(after, noon)).toEqual(after);
  });
});

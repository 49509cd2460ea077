import { describe, expect, it } from '@jest/globals';
import { NOON } from '../testing/builders.js';
import { activityBetween, exactNumber, NO_TOTALS, totalsOf } from './activity.js';

const MAX = BigInt(Number.MAX_SAFE_INTEGER);

describe('activity', () => {
  it('is the difference of the totals at the borders of each bucket', () => {
    const first = totalsOf({ position: 3, balanceAfter: 60, totalIn: 100n });
    expect(first).toEqual({ count: 3n, in: 100n, out: 40n });
    const second = { count: 4n, in: 100n, out: 45n };
    expect(activityBetween([NOON, NOON, NOON, NOON], [NO_TOTALS, first, second, second])).toEqual([
      { start: NOON, in: 100, out: 40, count: 3, closingBalance: 60 },
      { start: NOON, in: 0, out: 5, count: 1, closingBalance: 55 },
      { start: NOON, in: 0, out: 0, count: 0, closingBalance: 55 },
    ]);
  });

  it('is exact after totals beyond what a number can represent, and refused if a sum itself is', () => {
    const before = { count: 1n, in: MAX * 4n, out: MAX * 4n };
    const after = { count: 2n, in: MAX * 4n + 7n, out: MAX * 4n };
    expect(activityBetween([NOON, NOON], [before, after])).toMatchObject([{ in: 7, closingBalance: 7 }]);
    expect(() => exactNumber(MAX + 1n)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    expect(exactNumber(-MAX)).toBe(-Number.MAX_SAFE_INTEGER);
  });
});

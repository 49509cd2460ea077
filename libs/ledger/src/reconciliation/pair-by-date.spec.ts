import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pairByDate } from './pair-by-date.js';

const lines = (days: readonly number[]) => days.map((day, index) => ({ day, index }));
const daysOf = (left: readonly number[], right: readonly number[], tolerance: number) =>
  pairByDate(lines(left), lines(right), tolerance).map((pair) => [pair.left.day, pair.right.day]);

/** The size of a maximum matching, by augmenting paths. */
function mostPairs(left: readonly number[], right: readonly number[], tolerance: number): number {
  const partners = new Map<number, number>();
  const augment = (from: number, seen: Set<number>): boolean =>
    right.some((day, index) => {
      if (seen.has(index) || Math.abs(day - (left[from] ?? NaN)) > tolerance) return false;
      seen.add(index);
      const partner = partners.get(index);
      if (partner !== undefined && !augment(partner, seen)) return false;
      partners.set(index, from);
      return true;
    });
  return left.filter((_, index) => augment(index, new Set())).length;
}

describe('pairing by date', () => {
  it.each([
    [[1], [1], 0, [[1, 1]]],
    [[1], [2], 0, []],
    [[1], [3], 2, [[1, 3]]],
    [[3], [1, 3], 2, [[3, 3]]],
    [[1, 3], [3], 2, [[3, 3]]],
    [[5, 5], [5], 2, [[5, 5]]],
    // A bank that books every line a day later.
    [
      [2, 3, 4],
      [1, 2, 3],
      1,
      [
        [2, 1],
        [3, 2],
        [4, 3],
      ],
    ],
  ])('of %j and %j with a tolerance of %d is %j', (left, right, tolerance, expected) => {
    expect(daysOf(left, right, tolerance)).toEqual(expected);
  });

  it('uses each line once, keeps the tolerance, and finds as many pairs as possible', () => {
    const days = fc.array(fc.nat(12), { maxLength: 9 });
    fc.assert(
      fc.property(days, days, fc.nat(3), (left, right, tolerance) => {
        const pairs = pairByDate(lines(left), lines(right), tolerance);
        expect(pairs).toHaveLength(mostPairs(left, right, tolerance));
        expect(new Set(pairs.map((pair) => pair.left.index)).size).toBe(pairs.length);
        expect(new Set(pairs.map((pair) => pair.right.index)).size).toBe(pairs.length);
        for (const pair of pairs)
          expect(Math.abs(pair.left.day - pair.right.day)).toBeLessThanOrEqual(tolerance);
      }),
    );
  });
});

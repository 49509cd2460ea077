import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cursorPage, pageCount } from './page.js';

/** A keyset query: limit + 1 rows, nearest to the cursor first. */
function queryRows(
  list: readonly number[],
  request: { limit: number; after?: string; before?: string },
): number[] {
  const older = list.filter((item) => request.after === undefined || item < Number(request.after));
  if (request.before === undefined) return older.slice(0, request.limit + 1);
  return list
    .filter((item) => item > Number(request.before))
    .reverse()
    .slice(0, request.limit + 1);
}

const newestFirst = (size: number) => Array.from({ length: size }, (_, index) => size - index);

describe('cursorPage', () => {
  it('returns at most limit items and sets hasMore', () => {
    expect(cursorPage({ limit: 2 }, [3, 2, 1])).toEqual({ items: [3, 2], hasMore: true });
    expect(cursorPage({ limit: 3 }, [3, 2, 1])).toEqual({ items: [3, 2, 1], hasMore: false });
    expect(cursorPage({ limit: 3 }, [])).toEqual({ items: [], hasMore: false });
  });

  it('returns the items nearest to a before cursor, newest first', () => {
    expect(cursorPage({ limit: 2, before: '5' }, [6, 7, 8])).toEqual({ items: [7, 6], hasMore: true });
  });

  it('does not modify the rows', () => {
    const rows = Object.freeze([6, 7, 8]);
    cursorPage({ limit: 3, before: '5' }, rows);
    expect(rows).toEqual([6, 7, 8]);
  });

  it.each(['after', 'before'] as const)('walks through the whole list once with %s', (direction) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 }), (size, limit) => {
        const list = newestFirst(size);
        const walked: number[] = [];
        let cursor = direction === 'after' ? String(size + 1) : '0';
        for (let hasMore = true; hasMore;) {
          const request = { limit, [direction]: cursor };
          const page = cursorPage(request, queryRows(list, request));
          hasMore = page.hasMore;
          if (direction === 'after') walked.push(...page.items);
          else walked.unshift(...page.items);
          cursor = String(direction === 'after' ? page.items.at(-1) : page.items[0]);
        }
        expect(walked).toEqual(list);
      }),
    );
  });
});

describe('pageCount', () => {
  it.each([
    [0, 25, 0],
    [1, 25, 1],
    [25, 25, 1],
    [26, 25, 2],
  ])('of %p records at %p a page is %p', (total, limit, pages) => {
    expect(pageCount(total, limit)).toBe(pages);
  });
});

import type { CallOptions } from './call.js';

/** The page size while iterating, unless the query sets another one. */
export const DEFAULT_PAGE_SIZE = 100;

/** A list whose pages are fetched while you iterate over it. Each iteration starts with the first item. */
export interface List<Item> extends AsyncIterable<Item> {
  /** The first items of the list, at most `limit`. */
  toArray(options: { readonly limit: number }): Promise<Item[]>;
}

interface CursorQuery {
  readonly limit?: number;
  readonly starting_after?: string;
}

interface CursorPage<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
}

/** Iterates over a list with cursors, newest first. Items that are created meanwhile do not appear. */
export const cursorList =
  <Query extends CursorQuery, Item extends { readonly id: string }>(
    page: (query?: Query, options?: CallOptions) => Promise<CursorPage<Item>>,
  ) =>
  (query: Omit<Query, 'ending_before'> = {} as Query, options?: CallOptions): List<Item> =>
    listOf(async function* () {
      let next = { limit: DEFAULT_PAGE_SIZE, ...query } as Query;
      for (;;) {
        const { data, has_more } = await page(next, options);
        yield* data;
        const last = data.at(-1);
        if (!has_more || last === undefined) return;
        next = { ...next, starting_after: last.id };
      }
    });

/** Iterates from the item after `start` to the newest one, oldest first. */
export const listSince = <Item extends { readonly id: string }>(
  start: string,
  page: (endingBefore: string) => Promise<CursorPage<Item>>,
): List<Item> =>
  listOf(async function* () {
    let cursor = start;
    for (;;) {
      const { data, has_more } = await page(cursor);
      yield* [...data].reverse();
      const [newest] = data;
      if (!has_more || newest === undefined) return;
      cursor = newest.id;
    }
  });

/**
 * Iterates over a list with numbered pages. If an item is created meanwhile, another one can appear twice; if one is
 * deleted, another one can be missed.
 */
export const numberedList = <Item>(
  page: (number: number) => Promise<{ readonly data: readonly Item[]; readonly hasNext: boolean }>,
): List<Item> =>
  listOf(async function* () {
    for (let number = 1; ; number += 1) {
      const { data, hasNext } = await page(number);
      yield* data;
      if (!hasNext) return;
    }
  });

function listOf<Item>(iterate: () => AsyncGenerator<Item, void, undefined>): List<Item> {
  return {
    [Symbol.asyncIterator]: iterate,
    async toArray({ limit }) {
      if (!Number.isInteger(limit) || limit < 1) throw new TypeError('limit must be a positive integer.');
      const items: Item[] = [];
      for await (const item of iterate()) {
        items.push(item);
        if (items.length === limit) break;
      }
      return items;
    },
  };
}

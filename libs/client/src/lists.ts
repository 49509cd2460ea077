import type { CallOptions } from './call.js';

/** Large pages: whoever walks a list wants all of it. */
export const WALKING_LIMIT = 100;

interface CursorQuery {
  readonly limit?: number;
  readonly starting_after?: string;
}

interface CursorPage<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
}

/**
 * Walks a list that can be taken page by page, fetching each when it is needed. New things do not disturb the walk: it
 * only goes back in time.
 */
export const walking = <Query extends CursorQuery, Item extends { readonly id: string }>(
  page: (query?: Query, options?: CallOptions) => Promise<CursorPage<Item>>,
) =>
  async function* (
    query: Omit<Query, 'ending_before'> = {} as Query,
    options?: CallOptions,
  ): AsyncGenerator<Item, void, undefined> {
    let next = { limit: WALKING_LIMIT, ...query } as Query;
    for (;;) {
      const { data, has_more } = await page(next, options);
      yield* data;
      const last = data.at(-1);
      if (!has_more || last === undefined) return;
      next = { ...next, starting_after: last.id };
    }
  };

/** Walks a list in the other direction, from an item to the newest that there is now, oldest first. */
export async function* walkOn<Item extends { readonly id: string }>(
  from: string,
  page: (endingBefore: string) => Promise<CursorPage<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor = from;
  for (;;) {
    const { data, has_more } = await page(cursor);
    yield* [...data].reverse();
    const [newest] = data;
    if (!has_more || newest === undefined) return;
    cursor = newest.id;
  }
}

/**
 * Walks a list that has numbered pages. What is created meanwhile moves the rest along, so it may be met twice; what is
 * deleted moves it back, and then some are left out.
 */
export async function* walkPages<Item>(
  page: (number: number) => Promise<{ readonly data: readonly Item[]; readonly hasNext: boolean }>,
): AsyncGenerator<Item, void, undefined> {
  for (let number = 1; ; number += 1) {
    const { data, hasNext } = await page(number);
    yield* data;
    if (!hasNext) return;
  }
}

/** Large pages: whoever walks a list wants all of it. */
export const WALKING_LIMIT = 100;

interface CursorPage<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
}

/** Walks a list page by page, fetching each when it is needed. New things do not disturb the walk: it goes back in time. */
export async function* walk<Item extends { readonly id: string }>(
  from: string | undefined,
  page: (startingAfter: string | undefined) => Promise<CursorPage<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor = from;
  for (;;) {
    const { data, has_more } = await page(cursor);
    yield* data;
    const last = data.at(-1);
    if (!has_more || last === undefined) return;
    cursor = last.id;
  }
}

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

/** The query of a walk that has begun. */
export const continued = <Query extends { starting_after?: string; limit?: number }>(
  query: Query,
  startingAfter: string | undefined,
) => ({
  limit: WALKING_LIMIT,
  ...query,
  ...(startingAfter !== undefined && { starting_after: startingAfter }),
});

import { type CursorPage, cursorPage, type CursorRequest } from '../page.js';

/** A page of items in descending order of ids. */
export function newestFirstPage<Item extends { readonly id: string }>(
  items: Iterable<Item>,
  request: CursorRequest,
): CursorPage<Item> {
  const { after, before, limit } = request;
  const adjacent = [...items]
    .filter(({ id }) => (after === undefined || id < after) && (before === undefined || id > before))
    .sort((left, right) => (left.id < right.id ? 1 : -1));
  const nearestFirst = before === undefined ? adjacent : adjacent.reverse();
  return cursorPage(request, nearestFirst.slice(0, limit + 1));
}

/** A numbered page of a list that can be counted. */
export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/**
 * A page next to a known item of a list that is sorted newest first: `after` it means older, `before` it means
 * newer. Never both.
 */
export interface CursorRequest<Cursor extends string = string> {
  readonly limit: number;
  readonly after?: Cursor;
  readonly before?: Cursor;
}

export interface CursorPage<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

/**
 * Makes a page of what a keyset query found. The query reads one row more than the limit, nearest to the cursor
 * first; the extra row only tells that there is more. Rows before a cursor come oldest first and are turned round.
 */
export function cursorPage<T>(request: CursorRequest, nearestFirst: readonly T[]): CursorPage<T> {
  const items = nearestFirst.slice(0, request.limit);
  if (request.before !== undefined) items.reverse();
  return { items, hasMore: nearestFirst.length > request.limit };
}

export const pageCount = (total: number, limit: number): number => Math.ceil(total / limit);

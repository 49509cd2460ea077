export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** Lists are newest first: `after` a cursor are older items, `before` it newer ones. At most one of them is set. */
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
 * Builds a page from the rows of a keyset query, nearest to the cursor first. The query reads `limit + 1` rows: the extra
 * row sets `hasMore`. Rows before a cursor arrive oldest first and are reversed.
 */
export function cursorPage<T>(request: CursorRequest, nearestFirst: readonly T[]): CursorPage<T> {
  const items = nearestFirst.slice(0, request.limit);
  if (request.before !== undefined) items.reverse();
  return { items, hasMore: nearestFirst.length > request.limit };
}

export const pageCount = (total: number, limit: number): number => Math.ceil(total / limit);

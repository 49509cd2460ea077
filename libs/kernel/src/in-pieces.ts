/**
 * Goes through things of which there may be any number, some at a time, so that they are never in memory all at once.
 * `next` answers those that come behind an id, in the order of ids, and none when there are no more.
 */
export async function* inPieces<Thing extends { readonly id: string }>(
  next: (after: Thing['id'] | undefined) => Promise<readonly Thing[]>,
): AsyncGenerator<readonly Thing[]> {
  let after: Thing['id'] | undefined;
  for (;;) {
    const piece = await next(after);
    const last = piece.at(-1);
    if (last === undefined) return;
    yield piece;
    after = last.id;
  }
}

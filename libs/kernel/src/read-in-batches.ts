/**
 * Goes through things of which there may be any number, some at a time, so that they are never in memory all at once.
 * `next` answers those that come behind an id, in the order of ids, and none when there are no more.
 */
export async function* readInBatches<Item extends { readonly id: string }>(
  readNext: (after: Item['id'] | undefined) => Promise<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  let after: Item['id'] | undefined;
  for (;;) {
    const batch = await readNext(after);
    const last = batch.at(-1);
    if (last === undefined) return;
    yield batch;
    after = last.id;
  }
}

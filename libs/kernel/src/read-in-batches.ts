/** `readNext` returns the next items after an id, in id order, and none at the end. */
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

import { describe, expect, it } from '@jest/globals';
import { readInBatches } from './read-in-batches.js';

describe('readInBatches', () => {
  it('returns each item once, in order, and ends', async () => {
    const items = Array.from({ length: 7 }, (_, index) => ({ id: `item_${index}` }));
    const readNext = (after: string | undefined) =>
      Promise.resolve(items.filter(({ id }) => after === undefined || id > after).slice(0, 3));
    const batches: (readonly { id: string }[])[] = [];
    for await (const batch of readInBatches(readNext)) batches.push(batch);
    expect(batches.map(({ length }) => length)).toEqual([3, 3, 1]);
    expect(batches.flat()).toEqual(items);
  });
});

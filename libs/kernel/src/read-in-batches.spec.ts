import { describe, expect, it } from '@jest/globals';
import { readInBatches } from './read-in-batches.js';

describe('going through things in pieces', () => {
  it('meets each of them once, in order, and ends', async () => {
    const things = Array.from({ length: 7 }, (_, index) => ({ id: `thing_${index}` }));
    const next = (after: string | undefined) =>
      Promise.resolve(things.filter(({ id }) => after === undefined || id > after).slice(0, 3));
    const pieces: (readonly { id: string }[])[] = [];
    for await (const piece of readInBatches(next)) pieces.push(piece);
    expect(pieces.map(({ length }) => length)).toEqual([3, 3, 1]);
    expect(pieces.flat()).toEqual(things);
  });
});

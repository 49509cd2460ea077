import { describe, expect, it } from '@jest/globals';
import { inTurn, MOST_IN_A_RUN } from './in-turn.js';
import { inLine } from './testing/in-line.js';

interface Waiting {
  readonly id: string;
  readonly at: Date;
}

const START = Date.UTC(2026, 0, 1);
/** Three of each instant, so that their ids decide. */
const line = (count: number): Waiting[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index).padStart(6, '0'),
    at: new Date(START + Math.floor(index / 3)),
  }));

/** As many as are still there are found again, as in a database. */
function waiting(count: number) {
  const things = line(count);
  const read: string[] = [];
  const find = (limit: number, after: Waiting | undefined) => {
    const found = inLine(things, (thing) => thing, limit, after);
    read.push(...found.map(({ id }) => id));
    return Promise.resolve(found);
  };
  const finish = (thing: Waiting): Promise<boolean> => {
    things.splice(things.indexOf(thing), 1);
    return Promise.resolve(true);
  };
  return { ids: things.map(({ id }) => id), things, read, find, finish };
}

describe('doing things in turn', () => {
  it.each([0, 1, 99, 100, 101, 250, 300])('does each of %d once, and looks at none twice', async (count) => {
    const { ids, things, read, find, finish } = waiting(count);
    expect(await inTurn(find, (thing) => thing, finish)).toBe(count);
    expect(things).toEqual([]);
    expect(read).toEqual(ids);
  });

  it('ends when it has done enough, and leaves the others to the next run', async () => {
    const { ids, things, read, find, finish } = waiting(MOST_IN_A_RUN + 250);
    expect(await inTurn(find, (thing) => thing, finish)).toBe(MOST_IN_A_RUN);
    expect(things).toHaveLength(250);
    expect(await inTurn(find, (thing) => thing, finish)).toBe(250);
    expect(read).toEqual(ids);
  });

  it('passes by what fails, and by what needs nothing, however many of them stand in front', async () => {
    const { ids, things, read, find, finish } = waiting(450);
    const handle = (thing: Waiting): Promise<boolean> => {
      if (Number(thing.id) < 150) return Promise.reject(new Error('It cannot be done now.'));
      return Number(thing.id) < 400 ? Promise.resolve(false) : finish(thing);
    };
    const working = inTurn(find, (thing) => thing, handle);
    await expect(working).rejects.toThrow('150 could not be done.');
    expect(things).toHaveLength(400);
    expect(read).toEqual(ids);
  });
});

import { describe, expect, it } from '@jest/globals';
import { BatchRunner, MAX_PER_RUN } from './batch-runner.js';
import { keysetPage } from './memory/keyset-page.js';

interface DueItem {
  readonly id: string;
  readonly at: Date;
}

const START = Date.UTC(2026, 0, 1);
/** Three of each instant, so that their ids decide. */
const createItems = (count: number): DueItem[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index).padStart(6, '0'),
    at: new Date(START + Math.floor(index / 3)),
  }));

/** As many as are still there are found again, as in a database. */
function setUp(count: number) {
  const things = createItems(count);
  const read: string[] = [];
  const find = (limit: number, after: DueItem | undefined) => {
    const found = keysetPage(things, (thing) => thing, limit, after);
    read.push(...found.map(({ id }) => id));
    return Promise.resolve(found);
  };
  const finish = (thing: DueItem): Promise<boolean> => {
    things.splice(things.indexOf(thing), 1);
    return Promise.resolve(true);
  };
  return { ids: things.map(({ id }) => id), things, read, find, finish };
}

const runnerOf = (handle: (item: DueItem) => Promise<boolean>) =>
  new BatchRunner((item: DueItem) => item, handle);

describe('doing things in turn', () => {
  it.each([0, 1, 99, 100, 101, 250, 300])('does each of %d once, and looks at none twice', async (count) => {
    const { ids, things, read, find, finish } = setUp(count);
    expect(await runnerOf(finish).run(find)).toBe(count);
    expect(things).toEqual([]);
    expect(read).toEqual(ids);
  });

  it('ends when it has done enough, and leaves the others to the next run', async () => {
    const { ids, things, read, find, finish } = setUp(MAX_PER_RUN + 250);
    expect(await runnerOf(finish).run(find)).toBe(MAX_PER_RUN);
    expect(things).toHaveLength(250);
    expect(await runnerOf(finish).run(find)).toBe(250);
    expect(read).toEqual(ids);
  });

  it('passes by what fails, however many of them stand in front', async () => {
    const { ids, things, read, find, finish } = setUp(450);
    const handle = (thing: DueItem): Promise<boolean> =>
      Number(thing.id) < 150 ? Promise.reject(new Error('It cannot be done now.')) : finish(thing);
    const working = runnerOf(handle).run(find);
    await expect(working).rejects.toThrow('150 could not be done.');
    expect(things).toHaveLength(150);
    expect(read).toEqual(ids);
  });

  it.each([1, 100, 101, 250])('is not kept from %d by what needs nothing and stays', async (count) => {
    const { things, find, finish } = setUp(250 + count);
    const handle = (thing: DueItem) => (Number(thing.id) < 250 ? Promise.resolve(false) : finish(thing));
    expect(await runnerOf(handle).run(find)).toBe(count);
    expect(things).toHaveLength(250);
  });

  it('tells once of what failed, though it looked twice', async () => {
    const { find } = setUp(250);
    const handle = ({ id }: DueItem) =>
      Number(id) % 2 === 0 ? Promise.reject(new Error('It cannot be done now.')) : Promise.resolve(false);
    const working = runnerOf(handle).run(find);
    await expect(working).rejects.toMatchObject({ errors: { length: 125 } });
  });

  it('tells nothing of what failed at first and was done at the second look, by whomever', async () => {
    const { things, find, finish } = setUp(250);
    const tried = new Set<string>();
    const handle = (thing: DueItem): Promise<boolean> => {
      const isAgain = tried.has(thing.id);
      tried.add(thing.id);
      if (thing.id === '000001') return Promise.resolve(false);
      if (thing.id === '000000') return isAgain ? finish(thing) : Promise.reject(new Error('Not just now.'));
      if (thing.id === '000101')
        return isAgain ? Promise.resolve(false) : Promise.reject(new Error('Nor this.'));
      return finish(thing);
    };
    expect(await runnerOf(handle).run(find)).toBe(248);
    expect(things.map(({ id }) => id)).toEqual(['000001', '000101']);
  });
});

describe('a run whose time is over', () => {
  /** Each thing takes a second and fails; a run may begin things for so many seconds. */
  function failing(count: number) {
    const { ids, find } = setUp(count);
    const tried: string[] = [];
    const turns = runnerOf(({ id }) => {
      tried.push(id);
      return Promise.reject(new Error('It cannot be done now.'));
    });
    const runFor = (seconds: number): Promise<number> => {
      const before = tried.length;
      return turns.run(find, () => tried.length - before >= seconds);
    };
    return { ids, tried, runFor };
  }

  it.each([1, 99, 100, 101])('ends after %d that could not be done, and tells of these', async (limit) => {
    const { ids, tried, runFor } = failing(250);
    await expect(runFor(limit)).rejects.toMatchObject({ errors: { length: limit } });
    expect(tried).toEqual(ids.slice(0, limit));
  });

  it('leaves what is behind to the next one, which begins there, and the one after the last in front', async () => {
    const { ids, tried, runFor } = failing(250);
    for (const count of [120, 240, 250]) {
      await expect(runFor(120)).rejects.toThrow(`${count} could not be done`);
    }
    expect(tried).toEqual(ids);
    await expect(runFor(10)).rejects.toThrow('10 could not be done');
    expect(tried.slice(250)).toEqual(ids.slice(0, 10));
  });

  it('keeps the place when it is over before it has begun', async () => {
    const { ids, tried, runFor } = failing(250);
    await expect(runFor(120)).rejects.toThrow('120 could not be done');
    await expect(runFor(0)).rejects.toThrow('120 could not be done');
    await expect(runFor(300)).rejects.toThrow('250 could not be done');
    expect(tried).toEqual(ids);
  });

  it('is not followed by one that finds nothing, where the time was over with the line', async () => {
    const { tried, runFor } = failing(6);
    for (const count of [6, 12]) {
      await expect(runFor(6)).rejects.toThrow('6 could not be done');
      expect(tried).toHaveLength(count);
    }
  });

  it('lets the next one fail for what failed in front of it, although it did all that is behind', async () => {
    const { things, find, finish } = setUp(50);
    let tries = 0;
    const turns = runnerOf((thing) => {
      tries += 1;
      return Number(thing.id) < 6 ? Promise.reject(new Error('It cannot be done now.')) : finish(thing);
    });
    await expect(turns.run(find, () => tries === 6)).rejects.toThrow('6 could not be done');
    await expect(turns.run(find)).rejects.toThrow('6 could not be done');
    expect(things).toHaveLength(6);
    things.splice(0);
    expect(await turns.run(find)).toBe(0);
  });
});

describe('several who do things in turn', () => {
  /** Each locks a thing while it is at it, and counts how often it waited in vain. */
  function several(count: number) {
    const { things, find, finish } = setUp(count);
    const locks = new Map<string, Promise<void>>();
    const seen = { inVain: 0 };
    const handle = async (thing: DueItem): Promise<boolean> => {
      for (let lock = locks.get(thing.id); lock !== undefined; lock = locks.get(thing.id)) await lock;
      if (!things.includes(thing)) {
        seen.inVain += 1;
        return false;
      }
      const work = new Promise<void>((resolve) => setImmediate(resolve));
      locks.set(thing.id, work);
      await work;
      locks.delete(thing.id);
      return finish(thing);
    };
    const run = () => runnerOf(handle).run(find);
    return { things, seen, all: () => Promise.all(Array.from({ length: 4 }, run)) };
  }

  it.each([0, 1, 99, 100, 101, 250, 1_000])('do each of %d once', async (count) => {
    const { things, all } = several(count);
    const counts = await all();
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(count);
    expect(things).toEqual([]);
  });

  it('share a long line, and hardly wait for each other', async () => {
    const { seen, all } = several(4_000);
    expect(Math.min(...(await all()))).toBeGreaterThan(700);
    expect(seen.inVain).toBeLessThan(400);
  });
});

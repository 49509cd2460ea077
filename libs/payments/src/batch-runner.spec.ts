import { describe, expect, it } from '@jest/globals';
import { BatchRunner, MAX_PER_RUN } from './batch-runner.js';
import { keysetPage } from './memory/keyset-page.js';

interface DueItem {
  readonly id: string;
  readonly at: Date;
}

const START = Date.UTC(2026, 0, 1);
/** Three items per timestamp, so that the id decides their order. */
const createItems = (count: number): DueItem[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index).padStart(6, '0'),
    at: new Date(START + Math.floor(index / 3)),
  }));

function setUp(count: number) {
  const items = createItems(count);
  const read: string[] = [];
  const find = (limit: number, after: DueItem | undefined) => {
    const found = keysetPage(items, (item) => item, limit, after);
    read.push(...found.map(({ id }) => id));
    return Promise.resolve(found);
  };
  const finish = (item: DueItem): Promise<boolean> => {
    items.splice(items.indexOf(item), 1);
    return Promise.resolve(true);
  };
  return { ids: items.map(({ id }) => id), items, read, find, finish };
}

const runnerOf = (handle: (item: DueItem) => Promise<boolean>) =>
  new BatchRunner((item: DueItem) => item, handle);

describe('batch runner', () => {
  it.each([0, 1, 99, 100, 101, 250, 300])(
    'handles each of %d items once and reads none twice',
    async (count) => {
      const { ids, items, read, find, finish } = setUp(count);
      expect(await runnerOf(finish).run(find)).toBe(count);
      expect(items).toEqual([]);
      expect(read).toEqual(ids);
    },
  );

  it('stops at the limit of a run and leaves the rest to the next run', async () => {
    const { ids, items, read, find, finish } = setUp(MAX_PER_RUN + 250);
    expect(await runnerOf(finish).run(find)).toBe(MAX_PER_RUN);
    expect(items).toHaveLength(250);
    expect(await runnerOf(finish).run(find)).toBe(250);
    expect(read).toEqual(ids);
  });

  it('continues after failed items, also when more than a batch fails', async () => {
    const { ids, items, read, find, finish } = setUp(450);
    const handle = (item: DueItem): Promise<boolean> =>
      Number(item.id) < 150 ? Promise.reject(new Error('busy')) : finish(item);
    const running = runnerOf(handle).run(find);
    await expect(running).rejects.toThrow('Failed items: 150.');
    expect(items).toHaveLength(150);
    expect(read).toEqual(ids);
  });

  it.each([1, 100, 101, 250])(
    'handles %d items behind items that are skipped and stay due',
    async (count) => {
      const { items, find, finish } = setUp(250 + count);
      const handle = (item: DueItem) => (Number(item.id) < 250 ? Promise.resolve(false) : finish(item));
      expect(await runnerOf(handle).run(find)).toBe(count);
      expect(items).toHaveLength(250);
    },
  );

  it('reports each failed item once, although it was tried twice', async () => {
    const { find } = setUp(250);
    const handle = ({ id }: DueItem) =>
      Number(id) % 2 === 0 ? Promise.reject(new Error('busy')) : Promise.resolve(false);
    const running = runnerOf(handle).run(find);
    await expect(running).rejects.toMatchObject({ errors: { length: 125 } });
  });

  it('does not report an item that failed at first and succeeded or was skipped in the second scan', async () => {
    const { items, find, finish } = setUp(250);
    const tried = new Set<string>();
    const handle = (item: DueItem): Promise<boolean> => {
      const isAgain = tried.has(item.id);
      tried.add(item.id);
      if (item.id === '000001') return Promise.resolve(false);
      if (item.id === '000000') return isAgain ? finish(item) : Promise.reject(new Error('busy'));
      if (item.id === '000101') return isAgain ? Promise.resolve(false) : Promise.reject(new Error('busy'));
      return finish(item);
    };
    expect(await runnerOf(handle).run(find)).toBe(248);
    expect(items.map(({ id }) => id)).toEqual(['000001', '000101']);
  });
});

describe('a run whose time is up', () => {
  /** Each item takes a second and fails; a run may start items for the given seconds. */
  function failing(count: number) {
    const { ids, find } = setUp(count);
    const tried: string[] = [];
    const runner = runnerOf(({ id }) => {
      tried.push(id);
      return Promise.reject(new Error('busy'));
    });
    const runFor = (seconds: number): Promise<number> => {
      const before = tried.length;
      return runner.run(find, () => tried.length - before >= seconds);
    };
    return { ids, tried, runFor };
  }

  it.each([1, 99, 100, 101])('stops after %d failed items and reports them', async (limit) => {
    const { ids, tried, runFor } = failing(250);
    await expect(runFor(limit)).rejects.toMatchObject({ errors: { length: limit } });
    expect(tried).toEqual(ids.slice(0, limit));
  });

  it('is continued by the next run, and the run after the last item starts from the beginning', async () => {
    const { ids, tried, runFor } = failing(250);
    for (const count of [120, 240, 250]) {
      await expect(runFor(120)).rejects.toThrow(`Failed items: ${count}.`);
    }
    expect(tried).toEqual(ids);
    await expect(runFor(10)).rejects.toThrow('Failed items: 10.');
    expect(tried.slice(250)).toEqual(ids.slice(0, 10));
  });

  it('keeps its position when its time is up before the first item', async () => {
    const { ids, tried, runFor } = failing(250);
    await expect(runFor(120)).rejects.toThrow('Failed items: 120.');
    await expect(runFor(0)).rejects.toThrow('Failed items: 120.');
    await expect(runFor(300)).rejects.toThrow('Failed items: 250.');
    expect(tried).toEqual(ids);
  });

  it('starts from the beginning next time when its time was up at the last item', async () => {
    const { tried, runFor } = failing(6);
    for (const count of [6, 12]) {
      await expect(runFor(6)).rejects.toThrow('Failed items: 6.');
      expect(tried).toHaveLength(count);
    }
  });

  it('makes the next run report the earlier failures, although the remaining items succeed', async () => {
    const { items, find, finish } = setUp(50);
    let tries = 0;
    const runner = runnerOf((item) => {
      tries += 1;
      return Number(item.id) < 6 ? Promise.reject(new Error('busy')) : finish(item);
    });
    await expect(runner.run(find, () => tries === 6)).rejects.toThrow('Failed items: 6.');
    await expect(runner.run(find)).rejects.toThrow('Failed items: 6.');
    expect(items).toHaveLength(6);
    items.splice(0);
    expect(await runner.run(find)).toBe(0);
  });
});

describe('concurrent batch runners', () => {
  /** Each item is locked while it is handled. `wastedWaits` counts waits for an item that another runner finished. */
  function setUpRunners(count: number) {
    const { items, find, finish } = setUp(count);
    const locks = new Map<string, Promise<void>>();
    const stats = { wastedWaits: 0 };
    const handle = async (item: DueItem): Promise<boolean> => {
      for (let lock = locks.get(item.id); lock !== undefined; lock = locks.get(item.id)) await lock;
      if (!items.includes(item)) {
        stats.wastedWaits += 1;
        return false;
      }
      const work = new Promise<void>((resolve) => setImmediate(resolve));
      locks.set(item.id, work);
      await work;
      locks.delete(item.id);
      return finish(item);
    };
    const run = () => runnerOf(handle).run(find);
    return { items, stats, runAll: () => Promise.all(Array.from({ length: 4 }, run)) };
  }

  it.each([0, 1, 99, 100, 101, 250, 1_000])('handle each of %d items once', async (count) => {
    const { items, runAll } = setUpRunners(count);
    const counts = await runAll();
    expect(counts.reduce((sum, handled) => sum + handled, 0)).toBe(count);
    expect(items).toEqual([]);
  });

  it('share many items and rarely wait for each other', async () => {
    const { stats, runAll } = setUpRunners(4_000);
    expect(Math.min(...(await runAll()))).toBeGreaterThan(700);
    expect(stats.wastedWaits).toBeLessThan(400);
  });
});

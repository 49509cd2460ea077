import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CoalescingQueue } from './coalescing-queue.js';

const WRITE_MS = 10;
const BAD = 13;

/** Writes take 10 ms, multiply by 10, and fail if the batch contains BAD. */
function aQueue({ batch = 100, waiting = 100, error = new Error('bad number') } = {}) {
  const batches: number[][] = [];
  const write = async (commands: readonly number[]) => {
    batches.push([...commands]);
    await new Promise((resolve) => setTimeout(resolve, WRITE_MS));
    if (commands.includes(BAD)) throw error;
    return commands.map((command) => command * 10);
  };
  const isPoison = (thrown: unknown) => (thrown as Error).message === 'bad number';
  return { queue: new CoalescingQueue<number, number>(write, isPoison, { batch, waiting }), batches };
}

describe('CoalescingQueue', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('writes a single command immediately', async () => {
    const { queue, batches } = aQueue();
    const outcome = queue.submit(1);
    expect(batches).toEqual([[1]]);
    await jest.advanceTimersByTimeAsync(WRITE_MS);
    expect(await outcome).toBe(10);
  });

  it('writes commands that arrive during a write together, in order of arrival', async () => {
    const { queue, batches } = aQueue();
    const first = queue.submit(1);
    await jest.advanceTimersByTimeAsync(3);
    const others = [queue.submit(2), queue.submit(3)];
    await jest.advanceTimersByTimeAsync(3);
    others.push(queue.submit(4));
    expect(batches).toEqual([[1]]);
    await jest.advanceTimersByTimeAsync(4);
    expect(await first).toBe(10);
    expect(batches).toEqual([[1], [2, 3, 4]]);
    await jest.advanceTimersByTimeAsync(WRITE_MS);
    expect(await Promise.all(others)).toEqual([20, 30, 40]);
  });

  it('writes commands of one event loop turn together when endOfTurn is set', async () => {
    const batches: (readonly number[])[] = [];
    const write = (commands: readonly number[]) => {
      batches.push(commands);
      return Promise.resolve(commands);
    };
    const limits = { batch: 100, waiting: 100 };
    const endOfTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
    const queue = new CoalescingQueue<number, number>(write, () => false, limits, endOfTurn);
    const outcomes = Promise.all([queue.submit(1), queue.submit(2)]);
    await jest.runAllTimersAsync();
    expect(await outcomes).toEqual([1, 2]);
    expect(batches).toEqual([[1, 2]]);
  });

  it('alternates between two batches of equal size when callers submit again immediately', async () => {
    const { queue, batches } = aQueue();
    let rounds = 6;
    const submitRepeatedly = async (command: number): Promise<void> => {
      while (rounds > 0) await queue.submit(command);
    };
    // The worst case: one command is written alone, and 79 wait for it.
    const callers = Array.from({ length: 80 }, (_, index) => submitRepeatedly(index + 20));
    for (; rounds > 0; rounds--) await jest.advanceTimersByTimeAsync(WRITE_MS);
    await jest.runAllTimersAsync();
    await Promise.all(callers);
    expect(batches.slice(0, 5).map(({ length }) => length)).toEqual([1, 40, 40, 40, 40]);
  });

  it('starts the next write before it resolves the callers of the last one', async () => {
    const order: string[] = [];
    const write = async (commands: readonly number[]) => {
      order.push(`write ${commands.join(' ')}`);
      await new Promise((resolve) => setTimeout(resolve, WRITE_MS));
      return commands;
    };
    const endOfTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
    const queue = new CoalescingQueue<number, number>(
      write,
      () => false,
      { batch: 1, waiting: 9 },
      endOfTurn,
    );
    for (const command of [1, 2]) void queue.submit(command).then(() => order.push(`resolve ${command}`));
    await jest.runAllTimersAsync();
    expect(order).toEqual(['write 1', 'write 2', 'resolve 1', 'resolve 2']);
  });

  it('is drained only after the last caller is resolved', async () => {
    const order: string[] = [];
    const endOfTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
    const write = (commands: readonly number[]) => Promise.resolve(commands);
    const queue = new CoalescingQueue<number, number>(
      write,
      () => false,
      { batch: 1, waiting: 9 },
      endOfTurn,
    );
    void queue.submit(1).then(() => order.push('resolved'));
    void queue.drain().then(() => order.push('drained'));
    await jest.runAllTimersAsync();
    expect(order).toEqual(['resolved', 'drained']);
  });

  it('resolves callers only after the write', async () => {
    const { queue } = aQueue();
    let resolved = false;
    void queue.submit(1).then(() => (resolved = true));
    await jest.advanceTimersByTimeAsync(WRITE_MS - 1);
    expect(resolved).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(resolved).toBe(true);
  });

  it('writes immediately again after an idle period', async () => {
    const { queue, batches } = aQueue();
    void queue.submit(1);
    await jest.advanceTimersByTimeAsync(1_000);
    void queue.submit(2);
    expect(batches).toEqual([[1], [2]]);
    await jest.runAllTimersAsync();
  });

  it('limits the size of a batch', async () => {
    const { queue, batches } = aQueue({ batch: 3 });
    const all = Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((command) => queue.submit(command)));
    await jest.runAllTimersAsync();
    expect(await all).toEqual([10, 20, 30, 40, 50, 60, 70, 80]);
    expect(batches).toEqual([[1], [2, 3, 4], [5, 6, 7], [8]]);
  });

  describe('with commands of different sizes', () => {
    /** Each command is its own size. The first one is written alone, and the others wait for it. */
    const batchesOf = async (...sizes: number[]) => {
      const batches: (readonly number[])[] = [];
      const write = async (commands: readonly number[]) => {
        batches.push(commands);
        await new Promise((resolve) => setTimeout(resolve, WRITE_MS));
        return commands;
      };
      const limits = { batch: 10, waiting: 100 };
      const sizeOf = (size: number) => size;
      const queue = new CoalescingQueue<number, number>(write, () => false, limits, undefined, sizeOf);
      const all = Promise.all([1, ...sizes].map((size) => queue.submit(size)));
      await jest.runAllTimersAsync();
      expect(await all).toEqual([1, ...sizes]);
      return batches.slice(1);
    };

    it('writes as many together as add up to the limit', async () => {
      expect(await batchesOf(4, 6, 1, 9, 1)).toEqual([[4, 6], [1, 9], [1]]);
      expect(await batchesOf(4, 7, 3)).toEqual([[4], [7, 3]]);
    });

    it('writes a command above the limit alone', async () => {
      expect(await batchesOf(1, 50, 1, 1)).toEqual([[1], [50], [1, 1]]);
      expect(await batchesOf(50, 60)).toEqual([[50], [60]]);
    });
  });

  it('rejects commands immediately when the queue is full, and accepts them again later', async () => {
    const { queue } = aQueue({ waiting: 2 });
    const accepted = [queue.submit(1), queue.submit(2), queue.submit(3)];
    await expect(queue.submit(4)).rejects.toMatchObject({ code: 'unavailable' });
    await jest.advanceTimersByTimeAsync(WRITE_MS);
    accepted.push(queue.submit(5));
    await jest.runAllTimersAsync();
    expect(await Promise.all(accepted)).toEqual([10, 20, 30, 50]);
  });

  it('isolates the command that makes a batch fail', async () => {
    const { queue, batches } = aQueue();
    const commands = [0, 1, 2, 3, BAD, 5, 6, 7, 8];
    const all = Promise.allSettled(commands.map((command) => queue.submit(command)));
    await jest.runAllTimersAsync();
    const outcomes = await all;
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))).toEqual([
      0,
      10,
      20,
      30,
      'failed',
      50,
      60,
      70,
      80,
    ]);
    expect(batches.at(1)).toEqual(commands.slice(1));
    // The other commands are written once; only the failing one is retried.
    const written = batches.filter((batch) => !batch.includes(BAD)).flat();
    expect(written).toEqual([0, 1, 2, 3, 5, 6, 7, 8]);
  });

  it('does not retry an error that affects every command', async () => {
    const { queue, batches } = aQueue({ error: new Error('database unavailable') });
    const all = Promise.allSettled([1, 2, BAD, 4].map((command) => queue.submit(command)));
    await jest.runAllTimersAsync();
    expect((await all).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
    ]);
    expect(batches).toHaveLength(2);
  });

  it('continues after a failed batch', async () => {
    const { queue } = aQueue();
    const failed = expect(queue.submit(BAD)).rejects.toThrow('bad number');
    await jest.runAllTimersAsync();
    await failed;
    const next = queue.submit(1);
    await jest.runAllTimersAsync();
    expect(await next).toBe(10);
  });

  it('rejects the batch when a write does not return one outcome per command', async () => {
    const queue = new CoalescingQueue<number, number>(
      () => Promise.resolve([]),
      () => false,
      { batch: 5, waiting: 5 },
    );
    await expect(queue.submit(1)).rejects.toThrow('one outcome per command');
  });

  it('completes queued commands and rejects new ones while draining', async () => {
    const { queue } = aQueue({ batch: 2 });
    const accepted = Promise.all([1, 2, 3, 4].map((command) => queue.submit(command)));
    let drained = false;
    const draining = queue.drain().then(() => (drained = true));
    await expect(queue.submit(5)).rejects.toMatchObject({ code: 'unavailable' });
    await jest.advanceTimersByTimeAsync(2 * WRITE_MS);
    expect(drained).toBe(false);
    await jest.advanceTimersByTimeAsync(WRITE_MS);
    expect(await accepted).toEqual([10, 20, 30, 40]);
    await draining;
  });

  it('drains immediately when idle', async () => {
    await expect(aQueue().queue.drain()).resolves.toBeUndefined();
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CoalescingQueue } from './coalescing-queue.js';

const WRITE_MS = 10;
const BAD = 13;

/** A queue whose writes take ten milliseconds, multiply by ten, and fail when the bad number is among them. */
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

describe('the queue', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('writes a lone command at once', async () => {
    const { queue, batches } = aQueue();
    const outcome = queue.submit(1);
    expect(batches).toEqual([[1]]);
    await jest.advanceTimersByTimeAsync(WRITE_MS);
    expect(await outcome).toBe(10);
  });

  it('gathers what arrives during a write and writes it together, in the order of arrival', async () => {
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

  it('writes those that come in one turn together, when it is told how to wait for the end of the turn', async () => {
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

  it('writes callers who come back as soon as they are answered in two even shifts', async () => {
    const { queue, batches } = aQueue();
    let rounds = 6;
    const comeBack = async (command: number): Promise<void> => {
      while (rounds > 0) await queue.submit(command);
    };
    // One goes alone and 79 have to wait for it: as uneven as it can be.
    const callers = Array.from({ length: 80 }, (_, index) => comeBack(index + 20));
    for (; rounds > 0; rounds--) await jest.advanceTimersByTimeAsync(WRITE_MS);
    await jest.runAllTimersAsync();
    await Promise.all(callers);
    expect(batches.slice(0, 5).map(({ length }) => length)).toEqual([1, 40, 40, 40, 40]);
  });

  it('sends the next write before it answers those of the last', async () => {
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
    for (const command of [1, 2]) void queue.submit(command).then(() => order.push(`answer ${command}`));
    await jest.runAllTimersAsync();
    expect(order).toEqual(['write 1', 'write 2', 'answer 1', 'answer 2']);
  });

  it('is drained only when the last answer has been given', async () => {
    const order: string[] = [];
    const endOfTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
    const write = (commands: readonly number[]) => Promise.resolve(commands);
    const queue = new CoalescingQueue<number, number>(
      write,
      () => false,
      { batch: 1, waiting: 9 },
      endOfTurn,
    );
    void queue.submit(1).then(() => order.push('answered'));
    void queue.drain().then(() => order.push('drained'));
    await jest.runAllTimersAsync();
    expect(order).toEqual(['answered', 'drained']);
  });

  it('answers only when the write has ended', async () => {
    const { queue } = aQueue();
    let answered = false;
    void queue.submit(1).then(() => (answered = true));
    await jest.advanceTimersByTimeAsync(WRITE_MS - 1);
    expect(answered).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(answered).toBe(true);
  });

  it('is as quick for one who comes after a pause as for the first', async () => {
    const { queue, batches } = aQueue();
    void queue.submit(1);
    await jest.advanceTimersByTimeAsync(1_000);
    void queue.submit(2);
    expect(batches).toEqual([[1], [2]]);
    await jest.runAllTimersAsync();
  });

  it('never puts more than its limit into one write', async () => {
    const { queue, batches } = aQueue({ batch: 3 });
    const all = Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((command) => queue.submit(command)));
    await jest.runAllTimersAsync();
    expect(await all).toEqual([10, 20, 30, 40, 50, 60, 70, 80]);
    expect(batches).toEqual([[1], [2, 3, 4], [5, 6, 7], [8]]);
  });

  it('turns away what would wait too long, at once, and takes more when there is room', async () => {
    const { queue } = aQueue({ waiting: 2 });
    const taken = [queue.submit(1), queue.submit(2), queue.submit(3)];
    await expect(queue.submit(4)).rejects.toMatchObject({ code: 'unavailable' });
    await jest.advanceTimersByTimeAsync(WRITE_MS);
    taken.push(queue.submit(5));
    await jest.runAllTimersAsync();
    expect(await Promise.all(taken)).toEqual([10, 20, 30, 50]);
  });

  it('finds the command that poisons a batch and lets it fail alone', async () => {
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
    // Those before and after it are written once, in halves; only the bad one is tried again and again.
    const written = batches.filter((batch) => !batch.includes(BAD)).flat();
    expect(written).toEqual([0, 1, 2, 3, 5, 6, 7, 8]);
  });

  it('does not try again what would meet every command alike', async () => {
    const { queue, batches } = aQueue({ error: new Error('the store is away') });
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

  it('goes on after a batch that failed', async () => {
    const { queue } = aQueue();
    const failed = expect(queue.submit(BAD)).rejects.toThrow('bad number');
    await jest.runAllTimersAsync();
    await failed;
    const next = queue.submit(1);
    await jest.runAllTimersAsync();
    expect(await next).toBe(10);
  });

  it('rejects all when a write does not answer each command', async () => {
    const queue = new CoalescingQueue<number, number>(
      () => Promise.resolve([]),
      () => false,
      { batch: 5, waiting: 5 },
    );
    await expect(queue.submit(1)).rejects.toThrow('answer each');
  });

  it('ends what it has taken when it is drained, and takes no more', async () => {
    const { queue } = aQueue({ batch: 2 });
    const taken = Promise.all([1, 2, 3, 4].map((command) => queue.submit(command)));
    let drained = false;
    const draining = queue.drain().then(() => (drained = true));
    await expect(queue.submit(5)).rejects.toMatchObject({ code: 'unavailable' });
    await jest.advanceTimersByTimeAsync(2 * WRITE_MS);
    expect(drained).toBe(false);
    await jest.advanceTimersByTimeAsync(WRITE_MS);
    expect(await taken).toEqual([10, 20, 30, 40]);
    await draining;
  });

  it('has nothing to wait for when it is drained idle', async () => {
    await expect(aQueue().queue.drain()).resolves.toBeUndefined();
  });
});

import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { KeyedLimit } from './keyed-limit.js';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Tasks are named by key and number: `a1` is the first of key a. */
function limitOf({ concurrency = 2, maxQueued = 10, maxWaitMs = 60_000 } = {}) {
  const limit = new KeyedLimit({ concurrency, maxQueued, maxWaitMs }, () => new Error('rejected'));
  const running = new Map<string, () => void>();
  const rejected: string[] = [];
  const send = (...names: string[]): void => {
    for (const name of names)
      limit.acquire(name.charAt(0)).then(
        (release) => running.set(name, release),
        () => rejected.push(name),
      );
  };
  const release = (name: string): void => {
    running.get(name)?.();
    running.delete(name);
  };
  return { limit, running, rejected, send, release };
}

describe('a concurrency limit per key', () => {
  it('runs a limited number of tasks per key, and the next when one ends', async () => {
    const { running, send, release } = limitOf();
    send('a1', 'a2', 'a3', 'a4', 'b1');
    await settled();
    expect([...running.keys()]).toEqual(['a1', 'a2', 'b1']);
    release('a2');
    release('b1');
    await settled();
    expect([...running.keys()]).toEqual(['a1', 'a3']);
  });

  it('ignores a second release by the same holder', async () => {
    const { running, send } = limitOf({ concurrency: 1 });
    send('a1', 'a2', 'a3');
    await settled();
    for (let time = 0; time < 2; time += 1) running.get('a1')?.();
    await settled();
    expect([...running.keys()]).toEqual(['a1', 'a2']);
  });

  it('rejects a task when the queue of its key is full, and accepts those of other keys', async () => {
    const { running, rejected, send } = limitOf({ concurrency: 1, maxQueued: 1 });
    send('a1', 'a2', 'a3', 'b1');
    await settled();
    expect([rejected, [...running.keys()]]).toEqual([['a3'], ['a1', 'b1']]);
  });

  it('rejects a task that waited too long, and runs those after it', async () => {
    const { running, rejected, send, release } = limitOf({ concurrency: 1, maxWaitMs: 20 });
    send('a1', 'a2');
    await delay(40);
    send('a3');
    release('a1');
    await settled();
    expect([rejected, [...running.keys()]]).toEqual([['a2'], ['a3']]);
  });

  it('returns the result of the task, and continues after one that fails', async () => {
    const { limit } = limitOf({ concurrency: 1 });
    const outcomes = await Promise.allSettled([
      limit.run('a', () => Promise.reject(new Error('failed'))),
      limit.run('a', () => Promise.resolve('done')),
    ]);
    expect(outcomes).toMatchObject([{ reason: { message: 'failed' } }, { value: 'done' }]);
  });
});

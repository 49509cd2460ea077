import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { KeyedLimit } from './keyed-limit.js';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Works named after their key and number: `a1` is the first of key a. */
function limitOf({ concurrency = 2, maxQueued = 10, maxWaitMs = 60_000 } = {}) {
  const limit = new KeyedLimit({ concurrency, maxQueued, maxWaitMs }, () => new Error('no room'));
  const running = new Map<string, () => void>();
  const refused: string[] = [];
  const send = (...names: string[]): void => {
    for (const name of names)
      limit.acquire(name.charAt(0)).then(
        (release) => running.set(name, release),
        () => refused.push(name),
      );
  };
  const release = (name: string): void => {
    running.get(name)?.();
    running.delete(name);
  };
  return { limit, running, refused, send, release };
}

describe('a limit for each key', () => {
  it('runs a few of each at once, and the next when one ends', async () => {
    const { running, send, release } = limitOf();
    send('a1', 'a2', 'a3', 'a4', 'b1');
    await settled();
    expect([...running.keys()]).toEqual(['a1', 'a2', 'b1']);
    release('a2');
    release('b1');
    await settled();
    expect([...running.keys()]).toEqual(['a1', 'a3']);
  });

  it('releases a place once, however often its holder does', async () => {
    const { running, send } = limitOf({ concurrency: 1 });
    send('a1', 'a2', 'a3');
    await settled();
    for (let time = 0; time < 2; time += 1) running.get('a1')?.();
    await settled();
    expect([...running.keys()]).toEqual(['a1', 'a2']);
  });

  it('refuses a work when too many of its key wait, and none of another key', async () => {
    const { running, refused, send } = limitOf({ concurrency: 1, maxQueued: 1 });
    send('a1', 'a2', 'a3', 'b1');
    await settled();
    expect([refused, [...running.keys()]]).toEqual([['a3'], ['a1', 'b1']]);
  });

  it('does not start a work that has waited too long, but those behind it', async () => {
    const { running, refused, send, release } = limitOf({ concurrency: 1, maxWaitMs: 20 });
    send('a1', 'a2');
    await delay(40);
    send('a3');
    release('a1');
    await settled();
    expect([refused, [...running.keys()]]).toEqual([['a2'], ['a3']]);
  });

  it('answers what the work answers, and goes on after one that fails', async () => {
    const { limit } = limitOf({ concurrency: 1 });
    const outcomes = await Promise.allSettled([
      limit.run('a', () => Promise.reject(new Error('failed'))),
      limit.run('a', () => Promise.resolve('done')),
    ]);
    expect(outcomes).toMatchObject([{ reason: { message: 'failed' } }, { value: 'done' }]);
  });
});

import { afterEach, describe, expect, it } from '@jest/globals';
import { Lanes } from './lanes.js';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let emptying: (() => Promise<void>)[] = [];

// Whoever still waits has a timer, which would outlive the test by a minute.
afterEach(async () => {
  for (const empty of emptying) await empty();
  emptying = [];
});

function lanesOf({ atOnce = 2, mostWaiting = 10, longestWaitMs = 60_000 } = {}) {
  const lanes = new Lanes({ atOnce, mostWaiting, longestWaitMs }, () => new Error('no room'));
  const inside = new Map<string, () => void>();
  const refused: string[] = [];
  const send = (...names: string[]): void => {
    for (const name of names)
      lanes.enter(name.charAt(0)).then(
        (leave) => inside.set(name, leave),
        () => refused.push(name),
      );
  };
  const leave = (name: string): void => {
    inside.get(name)?.();
    inside.delete(name);
  };
  emptying.push(async () => {
    while (inside.size > 0) {
      for (const name of inside.keys()) leave(name);
      await settled();
    }
  });
  return { inside, refused, send, leave };
}

describe('lanes', () => {
  it('let in a few of each, and the next when one leaves', async () => {
    const { inside, send, leave } = lanesOf();
    send('a1', 'a2', 'a3', 'a4', 'b1');
    await settled();
    expect([...inside.keys()]).toEqual(['a1', 'a2', 'b1']);
    leave('a2');
    leave('b1');
    await settled();
    expect([...inside.keys()]).toEqual(['a1', 'a3']);
  });

  it('count nobody as gone twice', async () => {
    const { inside, send } = lanesOf({ atOnce: 1 });
    send('a1', 'a2', 'a3');
    await settled();
    for (let time = 0; time < 2; time += 1) inside.get('a1')?.();
    await settled();
    expect([...inside.keys()]).toEqual(['a1', 'a2']);
  });

  it('refuse who comes when too many of his own wait, and nobody else', async () => {
    const { inside, refused, send } = lanesOf({ atOnce: 1, mostWaiting: 1 });
    send('a1', 'a2', 'a3', 'b1');
    await settled();
    expect([refused, [...inside.keys()]]).toEqual([['a3'], ['a1', 'b1']]);
  });

  it('refuse who has waited too long, and let in those behind him', async () => {
    const { inside, refused, send, leave } = lanesOf({ atOnce: 1, longestWaitMs: 20 });
    send('a1', 'a2');
    while (refused.length === 0) await settled();
    send('a3');
    leave('a1');
    await settled();
    expect([refused, [...inside.keys()]]).toEqual([['a2'], ['a3']]);
  });
});

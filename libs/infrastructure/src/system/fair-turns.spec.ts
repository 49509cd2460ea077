import { describe, expect, it } from '@jest/globals';
import { FairTurns } from './fair-turns.js';

/** Works that go on until they are told to end, and what became of each. */
function works({ atOnce = 1, mostWaiting = 10 } = {}) {
  const turns = new FairTurns({ atOnce, mostWaiting }, () => new Error('no room'));
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const bring = (...names: string[]): void => {
    for (const name of names) {
      const work = (): Promise<void> => {
        begun.push(name);
        return new Promise((resolve) => ends.push(resolve));
      };
      turns.run(name.charAt(0), work).catch(() => refused.push(name));
    }
  };
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const endAll = async (): Promise<void> => {
    await settled();
    while (ends.length > 0) {
      ends.shift()?.();
      await settled();
    }
  };
  return { turns, begun, refused, bring, settled, endAll };
}

describe('taking turns', () => {
  it('lets one of each caller begin before the second of any', async () => {
    const { begun, bring, endAll } = works();
    bring('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1');
    await endAll();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('does as many at once as it may, and goes on after one that failed', async () => {
    const { turns, begun, bring, settled, endAll } = works({ atOnce: 2 });
    const failing = turns.run('x', () => Promise.reject(new Error('broken')));
    bring('a1', 'a2', 'a3');
    await expect(failing).rejects.toThrow('broken');
    await settled();
    expect(begun).toEqual(['a1', 'a2']);
    await endAll();
    expect(begun).toEqual(['a1', 'a2', 'a3']);
    bring('b1');
    expect(begun).toContain('b1');
  });

  it('refuses the latest of whoever has most waiting when another comes, and that one its own', async () => {
    const { begun, refused, bring, endAll } = works({ mostWaiting: 3 });
    bring('a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'b2');
    await endAll();
    expect(refused.sort()).toEqual(['a3', 'a4', 'a5', 'b2'].sort());
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1']);
  });

  it('refuses whoever comes when all who wait have one each', async () => {
    const { refused, bring, endAll } = works({ mostWaiting: 2 });
    bring('a1', 'b1', 'c1', 'd1');
    await endAll();
    expect(refused).toEqual(['d1']);
  });
});

import { describe, expect, it } from '@jest/globals';
import { OneATurn } from './one-a-turn.js';

const turnsOfTheLoop = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('one a turn', () => {
  it('lets others have their turns between works that are ready at once', async () => {
    const turns = new OneATurn();
    const seen: string[] = [];
    const work = async (name: string): Promise<void> => {
      await turns.for('somebody');
      await Promise.resolve();
      seen.push(name);
    };
    const works = ['first', 'second', 'third'].map(work);
    const other = async (): Promise<void> => {
      for (let turn = 0; turn < 3; turn += 1) {
        await turnsOfTheLoop(1);
        seen.push('another');
      }
    };
    await Promise.all([...works, other()]);
    expect(seen).toEqual(['first', 'another', 'second', 'another', 'third', 'another']);
  });

  it('takes up again after everybody has had a turn', async () => {
    const turns = new OneATurn();
    await turns.for('somebody');
    await turnsOfTheLoop(3);
    await expect(turns.for('somebody')).resolves.toBeUndefined();
  });

  it('goes round among those who wait, however many works one of them wants', async () => {
    const turns = new OneATurn();
    const seen: string[] = [];
    const wanted = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(async (name) => {
      await turns.for(name.charAt(0));
      seen.push(name);
    });
    await turnsOfTheLoop(1);
    wanted.push(turns.for('d').then(() => void seen.push('d1')));
    await Promise.all(wanted);
    expect(seen).toEqual(['a1', 'b1', 'c1', 'a2', 'd1', 'b2', 'a3']);
  });
});

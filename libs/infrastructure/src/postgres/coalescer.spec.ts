import { describe, expect, it } from '@jest/globals';
import { Coalescer, type CoalescerLimits } from './coalescer.js';

/** Reads that finish when they are told to. */
function heldReads(limits?: CoalescerLimits) {
  const reads: {
    keys: readonly string[];
    finish: (answer?: string) => void;
    fail: (error: Error) => void;
  }[] = [];
  const coalescer = new Coalescer<string, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        const finish = (answer = 'yes') => {
          resolve(new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, `${key}: ${answer}`])));
        };
        reads.push({ keys, finish, fail: reject });
      }),
    limits,
  );
  return { reads, coalescer };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('questions that come together', () => {
  it('are put in one read, each key once, and each gets its own answer', async () => {
    const { reads, coalescer } = heldReads();
    const answers = Promise.all(['a', 'b', 'a', 'unknown', 'c'].map((key) => coalescer.ask(key)));
    await nextTurn();
    expect(reads.map(({ keys }) => keys)).toEqual([['a', 'b', 'unknown', 'c']]);
    reads[0]!.finish();
    expect(await answers).toEqual(['a: yes', 'b: yes', 'a: yes', undefined, 'c: yes']);
  });

  it('never share a read that began before they were asked', async () => {
    const { reads, coalescer } = heldReads();
    const early = coalescer.ask('a');
    await nextTurn();
    const late = coalescer.ask('a');
    await nextTurn();
    reads[0]!.finish('still');
    await nextTurn();
    await nextTurn();
    reads[1]!.finish('no longer');
    expect(await Promise.all([early, late])).toEqual(['a: still', 'a: no longer']);
  });

  it('wait together while a read is under way', async () => {
    const { reads, coalescer } = heldReads();
    const answers: Promise<unknown>[] = [];
    for (let turn = 0; turn < 4; turn++) {
      answers.push(coalescer.ask(`key ${turn}`));
      await nextTurn();
    }
    expect(reads).toHaveLength(1);
    reads[0]!.finish();
    await nextTurn();
    await nextTurn();
    expect(reads[1]!.keys).toEqual(['key 1', 'key 2', 'key 3']);
    reads[1]!.finish();
    expect(await Promise.all(answers)).toHaveLength(4);
  });

  it('are spread over several reads when they are more than one may carry', async () => {
    const { reads, coalescer } = heldReads({ questions: 2, reads: 1 });
    const answers = Promise.all(['a', 'b', 'a', 'c'].map((key) => coalescer.ask(key)));
    await nextTurn();
    reads[0]!.finish();
    await nextTurn();
    await nextTurn();
    reads[1]!.finish();
    expect(await answers).toEqual(['a: yes', 'b: yes', 'a: yes', 'c: yes']);
    expect(reads.map(({ keys }) => keys)).toEqual([['a', 'b'], ['c']]);
  });

  it('are in as many reads at once as there may be', async () => {
    const { reads, coalescer } = heldReads({ questions: 2, reads: 2 });
    const answers = Promise.all(['a', 'b', 'c', 'd', 'e'].map((key) => coalescer.ask(key)));
    await nextTurn();
    await nextTurn();
    expect(reads.map(({ keys }) => keys)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    reads[1]!.finish();
    await nextTurn();
    await nextTurn();
    expect(reads[2]!.keys).toEqual(['e']);
    reads[0]!.finish();
    reads[2]!.finish();
    expect(await answers).toEqual(['a: yes', 'b: yes', 'c: yes', 'd: yes', 'e: yes']);
  });

  it('are not split without need, and no read is empty', async () => {
    const { reads, coalescer } = heldReads({ questions: 5, reads: 2 });
    const answers = Promise.all(['a', 'b', 'c'].map((key) => coalescer.ask(key)));
    await nextTurn();
    await nextTurn();
    expect(reads.map(({ keys }) => keys)).toEqual([['a', 'b', 'c']]);
    reads[0]!.finish();
    expect(await answers).toHaveLength(3);
  });

  it('fail together, and the next ones are asked anew', async () => {
    const { reads, coalescer } = heldReads();
    const doomed = Promise.allSettled([coalescer.ask('a'), coalescer.ask('b')]);
    await nextTurn();
    reads[0]!.fail(new Error('the database is away'));
    expect((await doomed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = coalescer.ask('a');
    await nextTurn();
    reads[1]!.finish();
    expect(await again).toBe('a: yes');
  });
});

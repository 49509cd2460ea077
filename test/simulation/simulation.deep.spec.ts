import { describe, expect, it } from '@jest/globals';
import { FAULTS } from './faults.js';
import { runHistory } from './history.js';
import { simulate } from './simulate.js';
import { formatHistory } from './history-report.js';

const FIRST_SEED = 1;
const HISTORIES = 2_000;

describe('the simulation', () => {
  it(`breaks no rule in ${HISTORIES} histories, in which every fault happens`, async () => {
    const { histories, commits, fired, failedHistory } = await simulate(FIRST_SEED, HISTORIES);
    expect(failedHistory && formatHistory(failedHistory)).toBeUndefined();
    expect(histories).toBe(HISTORIES);
    expect(commits).toBeGreaterThan(10 * HISTORIES);
    expect(FAULTS.filter((fault) => !fired.has(fault))).toEqual([]);
  });

  it('repeats a history with the same seed, and runs another with another seed', async () => {
    const [first, again, other] = [
      await runHistory(7, true),
      await runHistory(7, true),
      await runHistory(8, true),
    ];
    expect(first.lines.length).toBeGreaterThan(50);
    expect(again).toEqual(first);
    expect(other.lines).not.toEqual(first.lines);
  });
});

import type { Fault } from './faults.js';
import { type History, runHistory } from './history.js';

export interface Simulation {
  readonly histories: number;
  readonly steps: number;
  readonly commits: number;
  readonly fired: ReadonlyMap<Fault, number>;
  /** The first history that went wrong, lived through once more and told. */
  readonly failedHistory: History | undefined;
}

/** So many are lived side by side; they know nothing of each other, and share only the waiting. */
const CONCURRENT_HISTORIES = 16;

/** Lives as many histories as asked for, with the seeds from the first on, until one goes wrong. */
export async function simulate(
  firstSeed: number,
  count: number,
  onProgress?: (completed: number) => void,
): Promise<Simulation> {
  // Most errors of a history are meant, and telling where each was thrown takes longer than all the rest.
  Error.stackTraceLimit = 0;
  const fired = new Map<Fault, number>();
  let [histories, steps, commits] = [0, 0, 0];
  let failedHistory: History | undefined;
  let next = firstSeed;
  const runNext = async (): Promise<void> => {
    while (next < firstSeed + count && failedHistory === undefined) {
      const history = await runHistory(next++);
      histories += 1;
      steps += history.steps;
      commits += history.commits;
      for (const [fault, times] of history.fired) fired.set(fault, (fired.get(fault) ?? 0) + times);
      if (history.findings.length > 0) failedHistory ??= history;
      onProgress?.(histories);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_HISTORIES }, runNext));
  Error.stackTraceLimit = 20;
  return {
    histories,
    steps,
    commits,
    fired,
    failedHistory: failedHistory && (await runHistory(failedHistory.seed, true)),
  };
}

import type { Fault } from './faults.js';
import { type History, runHistory } from './history.js';

export interface Simulation {
  readonly histories: number;
  readonly steps: number;
  readonly commits: number;
  readonly fired: ReadonlyMap<Fault, number>;
  /** The first history with a finding, run again with its log recorded. */
  readonly failedHistory: History | undefined;
}

/** Independent of each other; concurrent, because each waits for the event loop at every step. */
const CONCURRENT_HISTORIES = 16;

/** Runs histories with consecutive seeds, up to the first one with a finding. */
export async function simulate(
  firstSeed: number,
  count: number,
  onProgress?: (completed: number) => void,
): Promise<Simulation> {
  // Most errors are simulated faults, and capturing their stack traces dominates the run time.
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

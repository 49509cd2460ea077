import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ReconciliationLimit } from './reconciliation-limit.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const BUSY = { name: 'Unavailable', retryAfterSeconds: 5 };

/** Runs work that ends when `end` is called. */
function start(limit: ReconciliationLimit, accountId: string) {
  const task = { hasStarted: false, end: (): void => undefined };
  const result = limit.run(
    accountId,
    () =>
      new Promise<string>((resolve) => {
        task.hasStarted = true;
        task.end = () => {
          resolve('done');
        };
      }),
  );
  const outcome = result.catch((error: unknown) => error);
  return { task, outcome };
}

describe('the limit of files that are reconciled at once', () => {
  it('rejects a file after four seconds, while the files before it are still received', async () => {
    const limit = new ReconciliationLimit();
    const holders = ['a', 'b'].map((account) => start(limit, account));
    const { task, outcome } = start(limit, 'c');
    await jest.advanceTimersByTimeAsync(4_000);
    expect(await Promise.race([outcome, Promise.resolve('waiting')])).toMatchObject(BUSY);
    for (const holder of holders) holder.task.end();
    await jest.advanceTimersByTimeAsync(0);
    expect(task.hasStarted).toBe(false);
  });

  it('counts the wait for the account and the wait for the process together', async () => {
    const limit = new ReconciliationLimit();
    const [first, second] = ['a', 'a'].map((account) => start(limit, account));
    const others = ['b', 'c'].map((account) => start(limit, account));
    await jest.advanceTimersByTimeAsync(3_000);
    first?.task.end();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await Promise.race([second?.outcome, Promise.resolve('waiting')])).toMatchObject(BUSY);
    expect(others.map(({ task }) => task.hasStarted)).toEqual([true, true]);
  });

  it('does not interrupt a file that has its turn', async () => {
    const { task, outcome } = start(new ReconciliationLimit(), 'a');
    await jest.advanceTimersByTimeAsync(60_000);
    task.end();
    expect(await outcome).toBe('done');
  });
});

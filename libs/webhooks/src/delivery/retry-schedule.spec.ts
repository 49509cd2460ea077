import { DAY_MS, HOUR_MS, MINUTE_MS } from '@florin/kernel';
import { describe, expect, it } from '@jest/globals';
import { retryDelay } from './retry-schedule.js';

const failures = Array.from({ length: 10 }, (_, index) => index + 1);

describe('the schedule of retries', () => {
  it('has nine delays, then the delivery is given up', () => {
    expect(failures.map((count) => retryDelay(count, 0))).toEqual([
      5_000,
      5 * MINUTE_MS,
      30 * MINUTE_MS,
      2 * HOUR_MS,
      5 * HOUR_MS,
      10 * HOUR_MS,
      14 * HOUR_MS,
      20 * HOUR_MS,
      24 * HOUR_MS,
      undefined,
    ]);
  });

  it('adds a jitter of up to a fifth of the delay', () => {
    expect(retryDelay(1, 0.5)).toBe(5_500);
    expect(retryDelay(1, 1)).toBe(6_000);
    expect(retryDelay(9, 1)).toBe(1.2 * DAY_MS);
    expect(retryDelay(1, 1 / 3)).toBe(5_333);
  });

  it('waits as long as the receiver asks for, but not less than the schedule and not more than a day', () => {
    expect(retryDelay(1, 0, MINUTE_MS)).toBe(MINUTE_MS);
    expect(retryDelay(2, 0, MINUTE_MS)).toBe(5 * MINUTE_MS);
    expect(retryDelay(1, 0, 30 * DAY_MS)).toBe(DAY_MS);
    expect(retryDelay(9, 1, 30 * DAY_MS)).toBe(1.2 * DAY_MS);
    expect(retryDelay(10, 0, MINUTE_MS)).toBeUndefined();
  });
});

import { describe, expect, it } from '@jest/globals';
import { usableNow } from './held-up.js';
import { until } from './until.js';

describe('the usable time', () => {
  it('goes on while something is waited for, no faster than the clock on the wall', async () => {
    const [startedAt, usableAt] = [performance.now(), usableNow()];
    await until('some of it has passed', () => usableNow() - usableAt >= 100);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(90);
  });

  it('stands still while nothing else gets its turn', async () => {
    const usableAt = usableNow();
    const end = performance.now() + 300;
    while (performance.now() < end);
    await new Promise((resolve) => setTimeout(resolve, 1));
    const counted = usableNow() - usableAt;
    expect(counted).toBeLessThan(100);
  });
});

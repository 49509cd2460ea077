import { describe, expect, it } from '@jest/globals';
import type { LoginRateLimiter } from '@florin/infrastructure';
import { DomainError } from '@florin/kernel';
import { LoginLimits } from './login-limits.js';

const attempt = { address: '192.0.2.7', login: 'ada' };

function limitsOf(most: number) {
  const state = { spent: 0 };
  const budget = {
    consume: () =>
      Promise.resolve({
        waitSeconds: ++state.spent > most ? 42 : undefined,
        release: () => {
          state.spent -= 1;
          return Promise.resolve();
        },
      }),
  } as unknown as LoginRateLimiter;
  return { state, limits: new LoginLimits(budget) };
}

describe('login limits', () => {
  it('count a wrong guess and nothing else', async () => {
    const { state, limits } = limitsOf(9);
    expect(await limits.run(attempt, () => Promise.resolve('in'))).toBe('in');
    const failing = (error: Error) => limits.run(attempt, () => Promise.reject(error));
    for (const error of [
      new DomainError('unauthorized', 'Not active.'),
      new Error('The database is away.'),
    ]) {
      await expect(failing(error)).rejects.toBe(error);
    }
    expect(state.spent).toBe(0);
    await expect(failing(new DomainError('invalid_credentials', 'No.'))).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    expect(state.spent).toBe(1);
  });

  it('refuse before anything is compared, and say for how long', async () => {
    const { limits } = limitsOf(0);
    const asked: string[] = [];
    const refused = limits.run(attempt, () => Promise.resolve(asked.push('compared')));
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '42' } });
    expect(asked).toEqual([]);
  });

  it('are off without a budget', async () => {
    expect(await new LoginLimits(undefined).run(attempt, () => Promise.resolve('in'))).toBe('in');
  });
});

import { describe, expect, it } from '@jest/globals';
import type { LoginAttempt, LoginRateLimiter } from '@florin/infrastructure';
import { aUser } from '@florin/identity/testing';
import { DomainError } from '@florin/kernel';
import { LoginLimits } from './login-limits.js';

const attempt = { address: '192.0.2.7', login: 'ada' };

const ada = aUser({ username: 'ada' });
const users = {
  findByLogin: (login: string) =>
    Promise.resolve(login === ada.username || login === ada.email ? ada : undefined),
};

function limitsOf(most: number) {
  const state = { spent: 0, attempts: [] as LoginAttempt[] };
  const budget = {
    consume: (counted: LoginAttempt) => {
      state.attempts.push(counted);
      return Promise.resolve({
        waitSeconds: ++state.spent > most ? 42 : undefined,
        release: () => {
          state.spent -= 1;
          return Promise.resolve();
        },
      });
    },
  } as unknown as LoginRateLimiter;
  return { state, limits: new LoginLimits(budget, users) };
}

describe('login limits', () => {
  it('count wrong passwords only', async () => {
    const { state, limits } = limitsOf(9);
    expect(await limits.run(attempt, () => Promise.resolve('in'))).toBe('in');
    const failing = (error: Error) => limits.run(attempt, () => Promise.reject(error));
    for (const error of [
      new DomainError('unauthorized', 'Not active.'),
      new Error('The database is unavailable.'),
    ]) {
      await expect(failing(error)).rejects.toBe(error);
    }
    expect(state.spent).toBe(0);
    await expect(failing(new DomainError('invalid_credentials', 'No.'))).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    expect(state.spent).toBe(1);
  });

  it('reject an attempt before the password is compared, with Retry-After', async () => {
    const { limits } = limitsOf(0);
    const calls: string[] = [];
    const rejected = limits.run(attempt, () => Promise.resolve(calls.push('compared')));
    await expect(rejected).rejects.toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '42' } });
    expect(calls).toEqual([]);
  });

  it('count email and username for the same user', async () => {
    const { state, limits } = limitsOf(9);
    for (const login of ['ada', ada.email, 'unknown'])
      await limits.run({ ...attempt, login }, () => Promise.resolve('in'));
    expect(state.attempts.map(({ userId }) => userId)).toEqual([ada.id, ada.id, undefined]);
  });

  it('do nothing without a rate limiter', async () => {
    expect(await new LoginLimits(undefined, users).run(attempt, () => Promise.resolve('in'))).toBe('in');
  });
});

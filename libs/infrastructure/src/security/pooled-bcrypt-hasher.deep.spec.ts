import { afterAll, describe, expect, it } from '@jest/globals';
import { PooledBcryptHasher } from './pooled-bcrypt-hasher.js';

const opened: PooledBcryptHasher[] = [];
const hasherOf = (settings: ConstructorParameters<typeof PooledBcryptHasher>[0]): PooledBcryptHasher => {
  const hasher = new PooledBcryptHasher(settings);
  opened.push(hasher);
  return hasher;
};

afterAll(async () => {
  for (const hasher of opened) await hasher.close();
});

describe('verifying a password', () => {
  it.each([
    ['a hash with the current cost', 9],
    ['a hash with a lower cost', 7],
  ])('takes as long for an unknown user as for a wrong password and %s', async (_, cost) => {
    const expensive = hasherOf({ cost: 9, maxThreads: 1 });
    const hash = await hasherOf({ cost, maxThreads: 1 }).hash('correct horse');
    const timed = async (known: string | undefined): Promise<number> => {
      const startedAt = performance.now();
      expect(await expensive.verify('', known)).toBe(false);
      return performance.now() - startedAt;
    };
    const pairs: [number, number][] = [];
    for (let count = 0; count < 9; count++) pairs.push([await timed(hash), await timed(undefined)]);
    const ratios = pairs.map(([known, unknown]) => unknown / known).sort((left, right) => left - right);
    expect(ratios[4]).toBeGreaterThan(0.5);
    expect(ratios[4]).toBeLessThan(2);
  });
});

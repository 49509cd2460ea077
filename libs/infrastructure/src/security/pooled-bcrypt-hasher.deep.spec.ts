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
  ])('needs as much CPU time for an unknown user as for a wrong password and %s', async (_, cost) => {
    const expensive = hasherOf({ cost: 9, maxThreads: 1 });
    const hash = await hasherOf({ cost, maxThreads: 1 }).hash('correct horse');
    // Of all threads of this process. Elapsed time would depend on what else the machine does.
    const cpuTimeOf = async (known: string | undefined): Promise<number> => {
      const before = process.cpuUsage();
      for (let count = 0; count < 9; count++) expect(await expensive.verify('', known)).toBe(false);
      return process.cpuUsage(before).user;
    };
    const ratio = (await cpuTimeOf(undefined)) / (await cpuTimeOf(hash));
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});

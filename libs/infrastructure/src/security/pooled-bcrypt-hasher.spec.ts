import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PooledBcryptHasher } from './pooled-bcrypt-hasher.js';

const cheap = new PooledBcryptHasher({ cost: 4 });
const opened = [cheap];
const hasherOf = (settings: ConstructorParameters<typeof PooledBcryptHasher>[0]): PooledBcryptHasher => {
  const hasher = new PooledBcryptHasher(settings);
  opened.push(hasher);
  return hasher;
};

afterAll(async () => {
  for (const hasher of opened) await hasher.close();
});

describe('password hashing', () => {
  it('verifies the right password only', async () => {
    const hash = await cheap.hash('correct horse');
    expect(hash).toMatch(/^\$2b\$04\$.{53}$/);
    expect(await cheap.verify('correct horse', hash)).toBe(true);
    expect(await cheap.verify('correct horsf', hash)).toBe(false);
    expect(await cheap.hash('correct horse')).not.toBe(hash);
  });

  it.each([
    ['beyond the 72 bytes that bcrypt reads', 'x'.repeat(72) + 'A', 'x'.repeat(72) + 'B'],
    ['in a character of four bytes', '🪙'.repeat(127) + '🪙', '🪙'.repeat(127) + '🪘'],
    ['after a NUL', 'before\u0000after', 'before\u0000later'],
    ['only in length', 'y'.repeat(127), 'y'.repeat(128)],
  ])('distinguishes passwords that differ %s', async (_, password, other) => {
    const hash = await cheap.hash(password);
    expect(await cheap.verify(password, hash)).toBe(true);
    expect(await cheap.verify(other, hash)).toBe(false);
  });

  it('treats composed and decomposed accents as the same', async () => {
    expect(await cheap.verify('cafe\u0301 au lait', await cheap.hash('caf\u00e9 au lait'))).toBe(true);
  });

  it('verifies the longest password when each character is decomposed into four code points', async () => {
    const longest = '\u1f82'.repeat(128);
    expect(longest.normalize('NFD')).toHaveLength(4 * 128);
    expect(await cheap.verify(longest.normalize('NFD'), await cheap.hash(longest))).toBe(true);
  });

  it('rejects text that is too long for a password without normalizing it', async () => {
    const manyAccents = `a${'\u0301'.repeat(30_000)}${'\u0316'.repeat(30_000)}`;
    const hash = await cheap.hash('correct horse');
    const normalize = jest.spyOn(String.prototype, 'normalize');
    try {
      expect(await cheap.verify(manyAccents, hash)).toBe(false);
      expect(await cheap.verify(manyAccents, undefined)).toBe(false);
      expect(await cheap.verify('x'.repeat(200_000), await cheap.hash(''))).toBe(false);
      const longest = Math.max(...normalize.mock.contexts.map((text) => String(text).length));
      expect([normalize.mock.contexts.length > 0, longest < 2_000]).toEqual([true, true]);
    } finally {
      normalize.mockRestore();
    }
  });

  it('needs a rehash for a lower cost, and not for a higher one', async () => {
    const hash = await cheap.hash('correct horse');
    expect(cheap.needsRehash(hash)).toBe(false);
    expect(hasherOf({ cost: 5 }).needsRehash(hash)).toBe(true);
    expect(cheap.needsRehash(hash.replace('$04$', '$12$'))).toBe(false);
    expect(cheap.needsRehash('not a hash')).toBe(true);
    expect(await hasherOf({ cost: 5 }).verify('correct horse', hash)).toBe(true);
  });

  it('compares with the padding in the same task, so that a queue does not reveal an old hash', async () => {
    const hash = await hasherOf({ cost: 4, maxThreads: 1 }).hash('correct horse');
    const expensive = hasherOf({ cost: 7, maxThreads: 1 });
    const done: string[] = [];
    await Promise.all([
      expensive.verify('', hash, '192.0.2.1').then(() => done.push('compared')),
      expensive.hash('correct horse', '198.51.100.1').then(() => done.push('hashed')),
    ]);
    expect(done).toEqual(['compared', 'hashed']);
  });

  it('rejects when its queue is full, and accepts again later', async () => {
    const hasher = hasherOf({ cost: 8, maxThreads: 1, maxWaiting: 3 });
    await hasher.hash('starts the thread');
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => hasher.hash('correct horse')));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(5);
    expect(refused.length).toBeLessThan(10);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
    expect(await hasher.verify('correct horse', await hasher.hash('correct horse'))).toBe(true);
  });

  describe('when no thread can be started, as while another release is being installed', () => {
    let folder: string;
    const worker = (): URL => pathToFileURL(join(folder, 'worker.mjs'));
    const install = (): void => {
      writeFileSync(
        worker(),
        `export const hash = ({ text, cost }) => new Promise((done) => setTimeout(done, 300, text + cost));`,
      );
    };
    const uninstall = (): void => {
      rmSync(worker());
    };

    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'florin-hasher-'));
      install();
    });
    afterEach(() => {
      rmSync(folder, { recursive: true });
    });

    it('continues with the running threads', async () => {
      const hasher = hasherOf({ cost: 4, maxThreads: 2, worker: worker() });
      // Two at once start both threads.
      await Promise.all([hasher.hash('starts a thread'), hasher.hash('starts the other thread')]);
      uninstall();
      const hashes = await Promise.all([hasher.hash('one'), hasher.hash('another'), hasher.hash('third')]);
      expect(new Set(hashes).size).toBe(3);
    });

    it('rejects with unavailable without a thread, and recovers when one can be started', async () => {
      uninstall();
      const hasher = hasherOf({ cost: 4, maxThreads: 2, worker: worker() });
      for (let round = 0; round < 2; round += 1) {
        const outcomes = await Promise.allSettled(
          ['one', 'another', 'third'].map((each) => hasher.hash(each)),
        );
        for (const outcome of outcomes)
          expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
      }
      install();
      expect(await hasher.hash('correct horse')).toMatch(/4$/);
    });
  });

  it('does not block the event loop', async () => {
    const busy = hasherOf({ cost: 10 });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const startedAt = performance.now();
    delay.enable();
    await Promise.all(Array.from({ length: 6 }, () => busy.hash('correct horse')));
    delay.disable();
    const hashingMs = performance.now() - startedAt;
    // On the event loop the longest delay would be at least one hash; other processes cause short ones.
    expect(delay.percentile(90) / 1e6).toBeLessThan(hashingMs / 6 / 2);
  });
});

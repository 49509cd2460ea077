import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withLock } from './lock.mjs';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-lock-'));
  path = join(folder, 'cache/work.lock');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('a lock between processes', () => {
  it('lets one work at a time and leaves nothing behind', async () => {
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} begins`);
      await sleep(30);
      steps.push(`${name} ends`);
    };
    await Promise.all([withLock(path, work('one')), withLock(path, work('two'))]);
    expect(steps).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
    expect(readdirSync(join(folder, 'cache'))).toEqual([]);
  });

  it('tells who is waited for', async () => {
    const holders: number[] = [];
    const first = withLock(path, () => sleep(50));
    await withLock(
      path,
      () => Promise.resolve(),
      (holder) => holders.push(holder),
    );
    await first;
    expect(holders).toEqual([process.pid]);
  });

  it('is void when its holder is dead', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    await withLock(path, () => Promise.resolve());
    writeFileSync(path, String(pid));
    expect(await withLock(path, () => Promise.resolve('done'))).toBe('done');
  });

  it('is given back when the work fails', async () => {
    await expect(withLock(path, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
    expect(existsSync(path)).toBe(false);
  });
});

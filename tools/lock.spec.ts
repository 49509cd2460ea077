import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('is void when its pid belongs to a process of another life', async () => {
    mkdirSync(join(folder, 'cache'));
    const { ppid } = process;
    writeFileSync(path, `${ppid} another boot 1`);
    expect(await withLock(path, () => Promise.resolve('done'))).toBe('done');
  });

  it('is void when it has the pid of this process, which did not take it', async () => {
    mkdirSync(join(folder, 'cache'));
    writeFileSync(path, String(process.pid));
    expect(await withLock(path, () => Promise.resolve('done'))).toBe('done');
  });

  it('stands when a living process of an earlier release took it, which wrote no more than its pid', async () => {
    mkdirSync(join(folder, 'cache'));
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    writeFileSync(path, String(holder.pid));
    const ended = once(holder, 'exit');
    const holders: number[] = [];
    await withLock(
      path,
      () => Promise.resolve(),
      (pid) => {
        holders.push(pid);
        holder.kill();
      },
    );
    await ended;
    expect(holders).toEqual([holder.pid]);
  });

  it('is given back when the work fails', async () => {
    await expect(withLock(path, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
    expect(existsSync(path)).toBe(false);
  });
});

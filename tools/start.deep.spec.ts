import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort, removeEmbeddedPostgres } from '@florin/infrastructure/embedded';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Start {
  readonly process: ChildProcess;
  readonly exit: Promise<number | null>;
  /** All that it said so far. */
  words(): string;
}

const root = join(import.meta.dirname, '..');
let dataDir: string;
let port: number;
let starts: Start[];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), `florin-test-${process.pid}-`));
  port = await freePort();
  starts = [];
});

afterEach(async () => {
  for (const { process: child, exit } of starts) {
    child.kill('SIGTERM');
    await exit;
  }
  await untilDown();
  await removeEmbeddedPostgres(dataDir);
});

function start(command: string, ...args: string[]): Start {
  const { DATABASE_URL: _, NODE_OPTIONS: __, ...environment } = process.env;
  const child = spawn(command, args, {
    cwd: root,
    env: { ...environment, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const begun: Start = { process: child, exit, words: () => said };
  starts.push(begun);
  return begun;
}

function startFlorin(): Start {
  return start(process.execPath, 'tools/start.mjs');
}

async function isReady(): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
  return response?.status === 200;
}

async function untilReady(begun: Start): Promise<void> {
  while (!(await isReady())) {
    if (begun.process.exitCode !== null) throw new Error(`It ended instead: ${begun.words()}`);
    await sleep(50);
  }
}

/** A process whose launcher was killed is no child of this test, so only its silence shows its end. */
async function untilDown(): Promise<void> {
  while ((await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined)) !== undefined)
    await sleep(50);
}

describe('npm start', () => {
  // SIGHUP is what a terminal that is closed, or an ssh that is lost, leaves behind.
  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'serves, says where, and ends with exit code 0 and its database shut down on %s',
    async (signal) => {
      const first = startFlorin();
      await untilReady(first);
      expect(first.words()).toContain(`http://127.0.0.1:${port}`);
      first.process.kill(signal);
      expect(await first.exit).toBe(0);
      const second = startFlorin();
      await untilReady(second);
      expect(second.words()).not.toMatch(/not shut down|still running|new PostgreSQL/);
    },
  );

  it('recovers from kill -9 and says so', async () => {
    const first = startFlorin();
    await untilReady(first);
    first.process.kill('SIGKILL');
    await first.exit;
    const second = startFlorin();
    await untilReady(second);
    expect(second.words()).toContain('still running');
  });

  it('refuses to start beside itself, in one line that names the running process', async () => {
    const first = startFlorin();
    await untilReady(first);
    const second = startFlorin();
    expect(await second.exit).toBe(1);
    expect(second.words()).toContain(`already running on ${dataDir} (process ${first.process.pid ?? 0})`);
    expect(await isReady()).toBe(true);
  });

  it('ends when the npm that launched it is killed, and can be started again at once', async () => {
    const first = start('npm', 'start');
    await untilReady(first);
    first.process.kill('SIGKILL');
    await untilDown();
    const second = startFlorin();
    await untilReady(second);
    expect(second.words()).not.toMatch(/not shut down|still running/);
  });

  it.each([
    ['PORT', 'PORT=notaport'],
    ['WORKER_HOST', 'WORKER_HOST=203.0.113.9'],
  ])('ends in one line that names the setting when %s is bad', async (name, setting) => {
    const bad = start('env', setting, process.execPath, 'tools/start.mjs');
    expect(await bad.exit).toBe(1);
    expect(bad.words().trim().split('\n')).toEqual([expect.stringContaining(name)]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort, removeEmbeddedPostgres } from '@florin/infrastructure/embedded';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface StartedProcess {
  readonly process: ChildProcess;
  readonly exit: Promise<number | null>;
  output(): string;
}

const root = join(import.meta.dirname, '..');
let dataDir: string;
let port: number;
let starts: StartedProcess[];

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

function start(command: string, ...args: string[]): StartedProcess {
  const { DATABASE_URL: _, NODE_OPTIONS: __, ...environment } = process.env;
  const child = spawn(command, args, {
    cwd: root,
    env: { ...environment, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const started: StartedProcess = { process: child, exit, output: () => text };
  starts.push(started);
  return started;
}

function startFlorin(): StartedProcess {
  return start(process.execPath, 'tools/start.mjs');
}

async function isReady(): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
  return response?.status === 200;
}

async function untilReady(started: StartedProcess): Promise<void> {
  while (!(await isReady())) {
    if (started.process.exitCode !== null) throw new Error(`The process exited: ${started.output()}`);
    await sleep(50);
  }
}

/** A process whose launcher was killed is not a child of this test, so its exit is observed by HTTP. */
async function untilDown(): Promise<void> {
  while ((await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined)) !== undefined)
    await sleep(50);
}

describe('npm start', () => {
  // SIGHUP is sent when a terminal or an SSH connection closes.
  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'prints its URL, and on %s shuts down with its database and exit code 0',
    async (signal) => {
      const first = startFlorin();
      await untilReady(first);
      expect(first.output()).toContain(`http://127.0.0.1:${port}`);
      first.process.kill(signal);
      expect(await first.exit).toBe(0);
      const second = startFlorin();
      await untilReady(second);
      expect(second.output()).not.toMatch(/not shut down|still running|new PostgreSQL/);
    },
  );

  it('recovers from kill -9 and reports it', async () => {
    const first = startFlorin();
    await untilReady(first);
    first.process.kill('SIGKILL');
    await first.exit;
    const second = startFlorin();
    await untilReady(second);
    expect(second.output()).toContain('still running');
  });

  it('fails to start twice, with one line that names the running process', async () => {
    const first = startFlorin();
    await untilReady(first);
    const second = startFlorin();
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain(`already running on ${dataDir} (process ${first.process.pid ?? 0})`);
    expect(await isReady()).toBe(true);
  });

  it('exits when its npm process is killed, and can be restarted at once', async () => {
    const first = start('npm', 'start');
    await untilReady(first);
    first.process.kill('SIGKILL');
    await untilDown();
    const second = startFlorin();
    await untilReady(second);
    expect(second.output()).not.toMatch(/not shut down|still running/);
  });

  it.each([
    ['PORT', 'PORT=notaport'],
    ['WORKER_HOST', 'WORKER_HOST=203.0.113.9'],
  ])('fails with one line that names the setting if %s is invalid', async (name, setting) => {
    const failed = start('env', setting, process.execPath, 'tools/start.mjs');
    expect(await failed.exit).toBe(1);
    expect(failed.output().trim().split('\n')).toEqual([expect.stringContaining(name)]);
  });
});

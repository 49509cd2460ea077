import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findRunningPostgres, removeEmbeddedPostgres } from '@florin/infrastructure/embedded';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnFlorin } from './testing/florin.js';

let dataDir: string;
let owner: ChildProcess | undefined;

beforeEach(() => {
  // If this run is killed, the next test run finds and removes the folder by its name.
  dataDir = mkdtempSync(join(tmpdir(), `florin-test-${process.pid}-`));
});

afterEach(async () => {
  if (owner?.exitCode === null) {
    const exit = once(owner, 'exit');
    owner.kill('SIGTERM');
    await exit;
  }
  owner = undefined;
  await removeEmbeddedPostgres(dataDir);
});

/** Another process that has locked the folder, like `npm start`. */
async function startOwner(): Promise<void> {
  const script = `
    const { startEmbeddedPostgres } = await import('@florin/infrastructure/embedded');
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false, log: () => {} });
    process.on('SIGTERM', () => server.stop().then(() => process.exit(0)));
    process.send('ready');
    setInterval(() => {}, 1000);`;
  owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(owner, 'message');
}

describe('the embedded database', () => {
  it('is started for a command if it is not running, and stopped afterwards', async () => {
    const first = await spawnFlorin(['migrate', '--json'], { DATA_DIR: dataDir }).ended;
    expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^\{"applied":\["Ground/) });
    const second = await spawnFlorin(['migrate', '--check', '--data-dir', dataDir]).ended;
    expect(second).toMatchObject({ code: 0, err: '' });
    expect(findRunningPostgres(dataDir)).toBeUndefined();
  });

  it.each([
    ['verify'],
    ['migrate', '--check'],
    ['find', 'INV-1'],
    ['export', 'ada@example.com'],
    ['balance', 'ada@example.com'],
    ['events', 'ada@example.com'],
    ['webhooks', 'listen', '--account', 'ada@example.com', '--forward-to', 'http://127.0.0.1/'],
  ])('is not created by a command that only reads: %s %s', async (...command) => {
    const missingDir = join(dataDir, 'missing');
    const { code, err } = await spawnFlorin([...command, '--data-dir', missingDir]).ended;
    expect(code).toBe(1);
    expect(err).toMatch(/^florin: no database in \S+missing; [^\n]+\n$/);
    expect(existsSync(missingDir)).toBe(false);
  });

  it('is shared if another process runs it, and keeps running', async () => {
    await startOwner();
    expect(await spawnFlorin(['migrate'], { DATA_DIR: dataDir }).ended).toMatchObject({ code: 0, err: '' });
    const verified = await spawnFlorin(['verify', '--json'], { DATA_DIR: dataDir }).ended;
    expect(verified).toMatchObject({ code: 0, out: expect.stringMatching(/^\{"sound":true/), err: '' });
    expect(owner?.exitCode).toBeNull();
    expect(findRunningPostgres(dataDir)).toBeDefined();
  });
});

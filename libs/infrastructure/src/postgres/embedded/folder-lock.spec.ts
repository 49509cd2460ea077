import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderTaken, lockFolder } from './folder-lock.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-lock-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('the lock of a data folder', () => {
  it('is free again after it was unlocked', async () => {
    const unlock = await lockFolder(folder);
    unlock();
    (await lockFolder(folder))();
  });

  it('is refused to the process that already has it', async () => {
    const unlock = await lockFolder(folder);
    const refused = await lockFolder(folder).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(FolderTaken);
    expect(refused).toMatchObject({
      name: 'EmbeddedPostgresError',
      message: expect.stringContaining(`already running on ${folder} (process ${process.pid})`),
    });
    unlock();
  });

  it('is given to one of two that ask at the same time', async () => {
    const results = await Promise.allSettled([lockFolder(folder), lockFolder(folder)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const result of results) if (result.status === 'fulfilled') result.value();
  });
});

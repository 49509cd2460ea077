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
  it('can be taken again after it was released', async () => {
    const unlock = await lockFolder(folder);
    unlock();
    (await lockFolder(folder))();
  });

  it('is rejected for the process that already holds it', async () => {
    const unlock = await lockFolder(folder);
    const failure = await lockFolder(folder).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(FolderTaken);
    expect(failure).toMatchObject({
      name: 'EmbeddedPostgresError',
      message: expect.stringContaining(`already running on ${folder} (process ${process.pid})`),
    });
    unlock();
  });

  it('is granted to one of two concurrent callers', async () => {
    const results = await Promise.allSettled([lockFolder(folder), lockFolder(folder)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const result of results) if (result.status === 'fulfilled') result.value();
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { claimFolder, FolderTaken, isClaimed } from './folder-claim.js';

const SOMEBODY = 54_321;
const silent = (): void => undefined;
let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-claim-'));
  path = join(folder, 'owner.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('the claim to a data folder', () => {
  it("can be read by the folder's owner, who would take it for void otherwise, also if root makes it", async () => {
    // Only root can make a folder somebody else's.
    if (process.getuid?.() === 0) chownSync(folder, SOMEBODY, SOMEBODY);
    const { uid, gid } = statSync(folder);
    const release = await claimFolder(folder, silent);
    expect(statSync(path)).toMatchObject({ uid, gid });
    expect(isClaimed(folder)).toBe(true);
    release();
    expect(existsSync(path)).toBe(false);
  });

  it('is refused while a living process has one, with an error of its own and the name of all such errors', async () => {
    const release = await claimFolder(folder, silent);
    const refused = await claimFolder(folder, silent).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(FolderTaken);
    expect(refused).toMatchObject({
      name: 'EmbeddedPostgresError',
      message: expect.stringContaining(`already running on ${folder} (process ${process.pid})`),
    });
    release();
  });

  it('is left alone and told of when it cannot be read', async () => {
    // Even root cannot read a folder as a file.
    mkdirSync(path);
    await expect(claimFolder(folder, silent)).rejects.toThrow(EmbeddedPostgresError);
    expect(() => isClaimed(folder)).toThrow(/owner\.json cannot be read: EISDIR/);
    expect(existsSync(path)).toBe(true);
  });

  it.each(['', '{"pid":'])('is void when it is no more than %j', async (text) => {
    writeFileSync(path, text);
    expect(isClaimed(folder)).toBe(false);
    (await claimFolder(folder, silent))();
  });
});

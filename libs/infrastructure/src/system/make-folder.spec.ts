import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './make-folder.js';

const home = mkdtempSync(join(tmpdir(), 'florin-folders-'));
afterAll(() => {
  rmSync(home, { recursive: true });
});

describe('making a folder', () => {
  it('creates parent folders as well, and accepts an existing folder', () => {
    const path = join(home, 'a/b/c');
    makeFolder(path, 0o700);
    makeFolder(path, 0o755);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it('fails if a file has the name of a parent folder', () => {
    writeFileSync(join(home, 'file'), '');
    expect(() => {
      makeFolder(join(home, 'file/below'));
    }).toThrow(/ENOTDIR|EEXIST/);
  });

  it('fails without an endless loop where no folder can be created', () => {
    expect(() => {
      makeFolder('/proc/florin/data');
    }).toThrow(/ENOENT|EACCES|EPERM|EROFS/);
  });
});

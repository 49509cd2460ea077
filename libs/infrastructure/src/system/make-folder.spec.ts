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
  it('makes those above it as well, and minds none that is there', () => {
    const path = join(home, 'a/b/c');
    makeFolder(path, 0o700);
    makeFolder(path, 0o755);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it('fails where there is a file in the way', () => {
    writeFileSync(join(home, 'file'), '');
    expect(() => {
      makeFolder(join(home, 'file/below'));
    }).toThrow(/ENOTDIR|EEXIST/);
  });

  it('fails, and does not try for ever, where none can be made', () => {
    expect(() => {
      makeFolder('/proc/florin/data');
    }).toThrow(/ENOENT|EACCES|EPERM|EROFS/);
  });
});

import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { completeSettings } from './settings-files.js';
import { parseSettings } from './settings.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-settings-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const secretIn = (dataDir: string): string =>
  completeSettings(parseSettings({ DATA_DIR: dataDir })).jwtSecret;

describe('the signing secret of the embedded database', () => {
  it('is made once, kept for its owner alone, and the same at the next start', () => {
    const dataDir = join(folder, 'deep', 'data');
    const first = secretIn(dataDir);
    expect(Buffer.byteLength(first)).toBeGreaterThanOrEqual(32);
    expect(secretIn(dataDir)).toBe(first);
    expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600);
    expect(secretIn(join(folder, 'other'))).not.toBe(first);
  });

  it('is the given one if there is one', () => {
    const given = 's'.repeat(40);
    expect(completeSettings(parseSettings({ DATA_DIR: folder, JWT_SECRET: given })).jwtSecret).toBe(given);
  });

  it('is refused when the file was cut short', () => {
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data', 'jwt-secret'), 'abc');
    expect(() => secretIn(join(folder, 'data'))).toThrow(/^DATA_DIR .*jwt-secret/);
  });

  it('names DATA_DIR when nothing can be kept there', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => secretIn(join(folder, 'file', 'data'))).toThrow(
      /^DATA_DIR cannot be written to \(ENOTDIR\)$/,
    );
  });

  it('names DATA_DIR when it is a file, or when what it keeps cannot be read', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => secretIn(file)).toThrow(/^DATA_DIR cannot be written to \(EEXIST\)$/);
    mkdirSync(join(folder, 'data', 'jwt-secret'), { recursive: true });
    expect(() => secretIn(join(folder, 'data'))).toThrow(
      /^DATA_DIR holds a jwt-secret file that cannot be read \(EISDIR\)$/,
    );
  });
});

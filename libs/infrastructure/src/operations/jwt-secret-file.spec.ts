import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadOrCreateSecret } from './jwt-secret-file.js';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'florin-secret-'));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

describe('the JWT secret in the data folder', () => {
  it('is created once, readable by its owner only, without temporary files left', () => {
    const folder = join(dataDir, 'new');
    const secret = loadOrCreateSecret(folder);
    expect(secret).toMatch(/^[\w-]{64}$/);
    expect(loadOrCreateSecret(folder)).toBe(secret);
    expect(readdirSync(folder)).toEqual(['jwt-secret']);
    expect(statSync(join(folder, 'jwt-secret')).mode & 0o777).toBe(0o600);
  });

  it('is not replaced when the existing one is too short', () => {
    writeFileSync(join(dataDir, 'jwt-secret'), 'short');
    expect(() => loadOrCreateSecret(dataDir)).toThrow(
      'DATA_DIR contains a jwt-secret file that is too short',
    );
  });

  it('is reported as a bad DATA_DIR when it cannot be written, and no partial file remains', () => {
    mkdirSync(join(dataDir, `jwt-secret.${process.pid}`));
    expect(() => loadOrCreateSecret(dataDir)).toThrow(/^DATA_DIR is not writable/);
    expect(readdirSync(dataDir)).toEqual([`jwt-secret.${process.pid}`]);
  });
});

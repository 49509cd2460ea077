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

describe('the secret that a data folder keeps', () => {
  it('is made once, for its owner alone, and leaves nothing else behind', () => {
    const folder = join(dataDir, 'new');
    const secret = loadOrCreateSecret(folder);
    expect(secret).toMatch(/^[\w-]{64}$/);
    expect(loadOrCreateSecret(folder)).toBe(secret);
    expect(readdirSync(folder)).toEqual(['jwt-secret']);
    expect(statSync(join(folder, 'jwt-secret')).mode & 0o777).toBe(0o600);
  });

  it('is not made where one is, be it too short', () => {
    writeFileSync(join(dataDir, 'jwt-secret'), 'short');
    expect(() => loadOrCreateSecret(dataDir)).toThrow('DATA_DIR holds a jwt-secret file that is too short');
  });

  it('is a matter of the setting when it cannot be kept, and then there is no half of one', () => {
    mkdirSync(join(dataDir, `jwt-secret.${process.pid}`));
    expect(() => loadOrCreateSecret(dataDir)).toThrow(/^DATA_DIR cannot be written to/);
    expect(readdirSync(dataDir)).toEqual([`jwt-secret.${process.pid}`]);
  });
});

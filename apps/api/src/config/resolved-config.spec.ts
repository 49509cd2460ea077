import { createPrivateKey, type KeyExportOptions } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { selfSigned } from '../../../../test/support/self-signed.js';
import { resolveConfig } from './resolved-config.js';
import { parseSettings } from './settings.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-settings-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const secretIn = (dataDir: string): string => resolveConfig(parseSettings({ DATA_DIR: dataDir })).jwtSecret;

describe('the signing secret', () => {
  it('is made once for the embedded database, kept for its owner alone, and the same at the next start', () => {
    const dataDir = join(folder, 'deep', 'data');
    const first = secretIn(dataDir);
    expect(Buffer.byteLength(first)).toBeGreaterThanOrEqual(32);
    expect(secretIn(dataDir)).toBe(first);
    expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600);
    expect(secretIn(join(folder, 'other'))).not.toBe(first);
  });

  it('is the given one if there is one', () => {
    const given = 's'.repeat(40);
    expect(resolveConfig(parseSettings({ DATA_DIR: folder, JWT_SECRET: given })).jwtSecret).toBe(given);
  });

  it('has to be given for a server of your own', () => {
    const settings = parseSettings({ DATABASE_URL: 'postgres://florin@db.example/florin' });
    expect(() => resolveConfig(settings)).toThrow('JWT_SECRET must be set when DATABASE_URL is');
  });

  it('is refused when the file was cut short', () => {
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data', 'jwt-secret'), 'abc');
    expect(() => secretIn(join(folder, 'data'))).toThrow(/^DATA_DIR .*jwt-secret/);
  });

  it('names DATA_DIR when nothing can be kept there', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => secretIn(join(folder, 'file', 'data'))).toThrow(/^DATA_DIR is not writable \(ENOTDIR\)$/);
  });

  it('names DATA_DIR when it is a file, or when what it keeps cannot be read', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => secretIn(file)).toThrow(/^DATA_DIR is not writable \(EEXIST\)$/);
    mkdirSync(join(folder, 'data', 'jwt-secret'), { recursive: true });
    expect(() => secretIn(join(folder, 'data'))).toThrow(
      /^DATA_DIR contains a jwt-secret file that cannot be read \(EISDIR\)$/,
    );
  });
});

describe('the key of TLS_KEY', () => {
  const { cert, key } = selfSigned();
  const kept = (name: string, pem: string): string => {
    const path = join(folder, name);
    writeFileSync(path, pem);
    return path;
  };
  const materialWith = (pem: string): unknown => {
    const tls = { TLS_CERT: kept('cert.pem', cert), TLS_KEY: kept('key.pem', pem) };
    return resolveConfig(parseSettings({ DATA_DIR: folder, ...tls })).tlsMaterial;
  };

  it('is read with its certificate', () => {
    expect(materialWith(key)).toEqual({ cert, key });
  });

  it('is refused when it is that of another certificate', () => {
    expect(() => materialWith(selfSigned().key)).toThrow(/^TLS_KEY does not belong to the certificate/);
  });

  it.each<KeyExportOptions<'pem'>['type']>(['pkcs8', 'sec1'])(
    'must be without a passphrase, and says so when it has one: %s',
    (type) => {
      const locked = { type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' } as const;
      const pem = createPrivateKey(key).export(locked).toString();
      expect(() => materialWith(pem)).toThrow(/^TLS_KEY must be without a passphrase$/);
    },
  );
});

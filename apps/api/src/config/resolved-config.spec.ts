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
  it('is created once for the embedded database, readable by its owner only, and the same at the next start', () => {
    const dataDir = join(folder, 'deep', 'data');
    const first = secretIn(dataDir);
    expect(Buffer.byteLength(first)).toBeGreaterThanOrEqual(32);
    expect(secretIn(dataDir)).toBe(first);
    expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600);
    expect(secretIn(join(folder, 'other'))).not.toBe(first);
  });

  it('is JWT_SECRET if set', () => {
    const given = 's'.repeat(40);
    expect(resolveConfig(parseSettings({ DATA_DIR: folder, JWT_SECRET: given })).jwtSecret).toBe(given);
  });

  it('must be set for an external database server', () => {
    const settings = parseSettings({ DATABASE_URL: 'postgres://florin@db.example/florin' });
    expect(() => resolveConfig(settings)).toThrow('JWT_SECRET must be set if DATABASE_URL is set');
  });

  it('is rejected if its file is truncated', () => {
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data', 'jwt-secret'), 'abc');
    expect(() => secretIn(join(folder, 'data'))).toThrow(/^DATA_DIR .*jwt-secret/);
  });

  it('names DATA_DIR if the folder cannot be written', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => secretIn(join(folder, 'file', 'data'))).toThrow(/^DATA_DIR is not writable \(ENOTDIR\)$/);
  });

  it('names DATA_DIR if it is a file, or if the secret cannot be read', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => secretIn(file)).toThrow(/^DATA_DIR is not writable \(EEXIST\)$/);
    mkdirSync(join(folder, 'data', 'jwt-secret'), { recursive: true });
    expect(() => secretIn(join(folder, 'data'))).toThrow(
      /^DATA_DIR contains a jwt-secret file that cannot be read \(EISDIR\)$/,
    );
  });
});

describe('TLS_KEY', () => {
  const { cert, key } = selfSigned();
  const writePem = (name: string, pem: string): string => {
    const path = join(folder, name);
    writeFileSync(path, pem);
    return path;
  };
  const materialWith = (pem: string): unknown => {
    const tls = { TLS_CERT: writePem('cert.pem', cert), TLS_KEY: writePem('key.pem', pem) };
    return resolveConfig(parseSettings({ DATA_DIR: folder, ...tls })).tlsMaterial;
  };

  it('is read with its certificate', () => {
    expect(materialWith(key)).toEqual({ cert, key });
  });

  it('is rejected if it belongs to another certificate', () => {
    expect(() => materialWith(selfSigned().key)).toThrow(/^TLS_KEY does not match the certificate/);
  });

  it.each<KeyExportOptions<'pem'>['type']>(['pkcs8', 'sec1'])(
    'is rejected with a clear message if it has a passphrase: %s',
    (type) => {
      const encrypted = { type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' } as const;
      const pem = createPrivateKey(key).export(encrypted).toString();
      expect(() => materialWith(pem)).toThrow(/^TLS_KEY must not be encrypted: remove the passphrase$/);
    },
  );
});

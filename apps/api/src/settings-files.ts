import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadSetting, type Settings } from './settings.js';

/** Settings with everything that had to be read from or kept in files. */
export type CompleteSettings = Settings & { readonly jwtSecret: string };

/** Gives the embedded database a signing secret of its own, the same at every start. */
export function completeSettings(settings: Settings): CompleteSettings {
  const { jwtSecret, database } = settings;
  if (jwtSecret !== undefined) return Object.assign({}, settings, { jwtSecret });
  if (database.kind !== 'embedded') throw new BadSetting('JWT_SECRET', 'must be set when DATABASE_URL is');
  return Object.assign({}, settings, { jwtSecret: keptSecret(database.dataDir) });
}

function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'jwt-secret');
  try {
    mkdirSync(dataDir, { recursive: true });
    // Two starts at once must agree, so the file is only ever made by the one that finds none.
    writeFileSync(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!isFileError(error, 'EEXIST'))
      throw new BadSetting('DATA_DIR', `cannot be written to (${codeOf(error)})`);
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < 32)
    throw new BadSetting('DATA_DIR', 'holds a jwt-secret file that is too short; remove it');
  return secret;
}

export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
}

export function readTls(tls: Settings['tls']): TlsMaterial | undefined {
  if (tls === undefined) return undefined;
  return { cert: readPem('TLS_CERT', tls.certificate), key: readPem('TLS_KEY', tls.key) };
}

function readPem(setting: string, path: string): string {
  try {
    const pem = readFileSync(path, 'utf8');
    if (pem.includes('-----BEGIN ')) return pem;
  } catch (error) {
    throw new BadSetting(setting, `names a file that cannot be read (${codeOf(error)})`);
  }
  throw new BadSetting(setting, 'names a file that holds no PEM');
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';

const isFileError = (error: unknown, code: string): boolean => codeOf(error) === code;

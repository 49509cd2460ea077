import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { BadSetting, loadOrCreateSecret } from '@florin/infrastructure';
import type { Settings } from './settings.js';

/** The settings with the contents of files: the TLS key pair and the signing secret of the embedded database. */
export type ResolvedConfig = Settings & {
  readonly jwtSecret: string;
  readonly tlsMaterial: TlsMaterial | undefined;
};

/** In PEM format. */
export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
}

export function resolveConfig(settings: Settings): ResolvedConfig {
  const tlsMaterial = settings.tls === undefined ? undefined : readTls(settings.tls);
  return Object.assign({}, settings, { jwtSecret: secretOf(settings), tlsMaterial });
}

/** The embedded database stores its own signing secret, so that tokens survive a restart. */
function secretOf({ jwtSecret, database }: Settings): string {
  if (jwtSecret !== undefined) return jwtSecret;
  if (database.kind === 'embedded') return loadOrCreateSecret(database.dataDir);
  throw new BadSetting('JWT_SECRET', 'must be set if DATABASE_URL is set, to 32 bytes or more');
}

function readTls(paths: NonNullable<Settings['tls']>): TlsMaterial {
  const material = { cert: readPem('TLS_CERT', paths.certificate), key: readPem('TLS_KEY', paths.key) };
  try {
    createSecureContext(material);
  } catch {
    if (ENCRYPTED_KEY.test(material.key))
      throw new BadSetting('TLS_KEY', 'must not be encrypted: remove the passphrase');
    throw new BadSetting(
      'TLS_KEY',
      'does not match the certificate in TLS_CERT, or one of the files is damaged',
    );
  }
  return material;
}

/** The PEM headers of encrypted keys: PKCS #8, and the older format of OpenSSL. */
const ENCRYPTED_KEY = /^(-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED)/m;

function readPem(setting: string, path: string): string {
  try {
    const pem = readFileSync(path, 'utf8');
    if (pem.includes('-----BEGIN ')) return pem;
  } catch (error) {
    throw new BadSetting(setting, `cannot be read: ${path} (${codeOf(error)})`);
  }
  throw new BadSetting(setting, `must be a PEM file: ${path}`);
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown error';

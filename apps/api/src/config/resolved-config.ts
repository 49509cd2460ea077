import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { BadSetting, loadOrCreateSecret } from '@florin/infrastructure';
import type { Settings } from './settings.js';

/** The settings with what is read from files: the TLS key pair and the signing secret of the embedded database. */
export type ResolvedConfig = Settings & {
  readonly jwtSecret: string;
  readonly tlsMaterial: TlsMaterial | undefined;
};

/** As PEM. */
export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
}

export function resolveConfig(settings: Settings): ResolvedConfig {
  const tlsMaterial = settings.tls === undefined ? undefined : readTls(settings.tls);
  return Object.assign({}, settings, { jwtSecret: secretOf(settings), tlsMaterial });
}

/** The embedded database has a signing secret of its own, the same at every start. */
function secretOf({ jwtSecret, database }: Settings): string {
  if (jwtSecret !== undefined) return jwtSecret;
  if (database.kind === 'embedded') return loadOrCreateSecret(database.dataDir);
  throw new BadSetting('JWT_SECRET', 'must be set when DATABASE_URL is; 32 bytes or more');
}

function readTls(paths: NonNullable<Settings['tls']>): TlsMaterial {
  const material = { cert: readPem('TLS_CERT', paths.certificate), key: readPem('TLS_KEY', paths.key) };
  try {
    createSecureContext(material);
  } catch {
    if (ENCRYPTED_KEY.test(material.key)) throw new BadSetting('TLS_KEY', 'must be without a passphrase');
    throw new BadSetting(
      'TLS_KEY',
      'does not belong to the certificate of TLS_CERT, or one of them is damaged',
    );
  }
  return material;
}

/** How PEM says that a key is encrypted, today and as OpenSSL used to. */
const ENCRYPTED_KEY = /^(-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED)/m;

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
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown error';

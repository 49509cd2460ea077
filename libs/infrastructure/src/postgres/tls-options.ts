import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

/** The message does not repeat the URL, which contains a password. */
export class BadDatabaseUrl extends Error {
  override readonly name = 'BadDatabaseUrl';
}

export type TlsOptions =
  | false
  | {
      readonly rejectUnauthorized: boolean;
      readonly ca?: string;
      readonly cert?: string;
      readonly key?: string;
    };

/** Values of `sslmode` and `ssl`. The server's certificate is verified unless `no-verify` is given. */
const MODES = new Map([
  ...['disable', 'false', '0'].map((mode) => [mode, 'disable'] as const),
  ...['require', 'verify-ca', 'verify-full', 'true', '1'].map((mode) => [mode, 'verify-full'] as const),
  ['no-verify', 'no-verify'],
]);
const NAMES = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'uselibpqcompat'];

/** Removes the TLS parameters from the URL: pg would read their files again for every connection. */
export function takeTlsOptions(parameters: URLSearchParams): TlsOptions {
  const repeated = NAMES.find((name) => parameters.getAll(name).length > 1);
  if (repeated !== undefined) throw new BadDatabaseUrl(`must have ${repeated} only once`);
  const [ssl, sslmode, ca, cert, key] = NAMES.map((name) => parameters.get(name) ?? undefined);
  for (const name of NAMES) parameters.delete(name);
  const mode = MODES.get(
    sslmode ?? ssl ?? (ca === undefined && cert === undefined ? 'disable' : 'verify-full'),
  );
  if (mode === undefined)
    throw new BadDatabaseUrl('must have sslmode verify-full, require, no-verify or disable');
  if (ca === 'system' && mode !== 'verify-full')
    throw new BadDatabaseUrl('must have sslmode=verify-full with sslrootcert=system');
  if ((cert === undefined) !== (key === undefined))
    throw new BadDatabaseUrl('must have both sslcert and sslkey, or neither');
  if (mode === 'disable') return false;
  const files = {
    ...(ca !== undefined && ca !== 'system' && { ca: readAuthorities(ca) }),
    ...(cert !== undefined && { cert: read('sslcert', cert) }),
    ...(key !== undefined && { key: read('sslkey', key) }),
  };
  try {
    createSecureContext(files);
  } catch {
    throw new BadDatabaseUrl(
      'has invalid TLS files: sslcert and sslkey must be a PEM certificate and its key, sslrootcert PEM certificates',
    );
  }
  return { rejectUnauthorized: mode === 'verify-full', ...files };
}

function read(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new BadDatabaseUrl(`has an ${name} file that cannot be read: ${path}`);
  }
}

/** Node.js ignores a file without a certificate and would trust the system's certificate authorities. */
function readAuthorities(path: string): string {
  const text = read('sslrootcert', path);
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new BadDatabaseUrl(`has an sslrootcert file without a certificate: ${path}`);
  return text;
}

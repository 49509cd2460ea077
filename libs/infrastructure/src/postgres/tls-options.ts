import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { BadDatabaseUrl } from './bad-database-url.js';

/** pg's `ssl` option; false for unencrypted connections. */
export type TlsOptions =
  | false
  | {
      readonly rejectUnauthorized: boolean;
      readonly ca?: string;
      readonly cert?: string;
      readonly key?: string;
    };

/** Values of `sslmode` and `ssl`. The server's certificate is verified unless `no-verify` is given. */
const MODES: Readonly<Record<string, 'disable' | 'no-verify' | 'verify-full'>> = {
  disable: 'disable',
  false: 'disable',
  '0': 'disable',
  'no-verify': 'no-verify',
  require: 'verify-full',
  'verify-ca': 'verify-full',
  'verify-full': 'verify-full',
  true: 'verify-full',
  '1': 'verify-full',
};
/** libpq's value for the certificate authorities of the system; here those that come with Node.js. */
const SYSTEM = 'system';
const NAMES = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'uselibpqcompat'];

/**
 * Takes the TLS parameters out of those of a database URL. Files are read once, here: pg would read them again for every
 * connection, and fail when one was deleted meanwhile.
 */
export function readTlsOptions(parameters: URLSearchParams): TlsOptions {
  const repeated = NAMES.find((name) => parameters.getAll(name).length > 1);
  if (repeated !== undefined) throw new BadDatabaseUrl(`must not have ${repeated} twice`);
  const [ssl, mode, ca, cert, key] = NAMES.map((name) => parameters.get(name) ?? undefined);
  for (const name of NAMES) parameters.delete(name);
  const effective = modeOf(
    mode ?? ssl ?? (ca === undefined && cert === undefined ? 'disable' : 'verify-full'),
  );
  if (ca === SYSTEM && effective !== 'verify-full')
    throw new BadDatabaseUrl('must have sslmode=verify-full with sslrootcert=system');
  if ((cert === undefined) !== (key === undefined))
    throw new BadDatabaseUrl('must have both sslcert and sslkey, or neither');
  if (effective === 'disable') return false;
  return requireUsable({
    rejectUnauthorized: effective === 'verify-full',
    ...(ca !== undefined && ca !== SYSTEM && { ca: authoritiesIn(ca) }),
    ...(cert !== undefined && { cert: textOf('sslcert', cert) }),
    ...(key !== undefined && { key: textOf('sslkey', key) }),
  });
}

function modeOf(given: string): 'disable' | 'no-verify' | 'verify-full' {
  const mode = Object.hasOwn(MODES, given) ? MODES[given] : undefined;
  if (mode === undefined)
    throw new BadDatabaseUrl('must have verify-full, require, no-verify or disable for sslmode');
  return mode;
}

function textOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new BadDatabaseUrl(`names a file for ${name} that cannot be read: ${path}`);
  }
}

/** Node.js takes a file without a certificate for no file at all, and would trust the system's authorities. */
function authoritiesIn(path: string): string {
  const text = textOf('sslrootcert', path);
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new BadDatabaseUrl(`names a file for sslrootcert that has no certificate in it: ${path}`);
  return text;
}

/** Reports files that are no certificates, or do not fit together, before the first connection. */
function requireUsable(options: Exclude<TlsOptions, false>): TlsOptions {
  const { ca, cert, key } = options;
  try {
    createSecureContext({ ca, cert, key });
  } catch {
    throw new BadDatabaseUrl(
      'names files for sslrootcert, sslcert and sslkey that are not a certificate and its key in PEM',
    );
  }
  return options;
}

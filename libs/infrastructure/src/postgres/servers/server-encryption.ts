import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { BadDatabaseUrl } from './bad-database-url.js';

/** How connections are encrypted, in pg's terms; false when they are not. */
export type Encryption =
  | false
  | {
      readonly rejectUnauthorized: boolean;
      readonly ca?: string;
      readonly cert?: string;
      readonly key?: string;
    };

/**
 * What libpq's words, and pg's own `ssl`, mean here. Encryption comes with a check of the server's certificate, unless
 * that is turned off by name.
 */
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
/** libpq's word for the certificate authorities that everybody trusts, which are those that Node.js takes unless told. */
const EVERYBODYS = 'system';
const WORDS = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'uselibpqcompat'];

/**
 * Takes everything about encryption out of a database URL's parameters. Files are read here, once: pg would read them
 * again for every connection, where nobody expects that they are gone.
 */
export function readEncryption(parameters: URLSearchParams): Encryption {
  const repeated = WORDS.find((word) => parameters.getAll(word).length > 1);
  if (repeated !== undefined) throw new BadDatabaseUrl(`must not have ${repeated} twice`);
  const [ssl, mode, ca, cert, key] = WORDS.map((word) => parameters.get(word) ?? undefined);
  for (const word of WORDS) parameters.delete(word);
  const meant = modeOf(mode ?? ssl ?? (ca === undefined && cert === undefined ? 'disable' : 'verify-full'));
  if (ca === EVERYBODYS && meant !== 'verify-full')
    throw new BadDatabaseUrl('must have sslmode=verify-full with sslrootcert=system');
  if ((cert === undefined) !== (key === undefined))
    throw new BadDatabaseUrl('must have both sslcert and sslkey, or neither');
  if (meant === 'disable') return false;
  return fitting({
    rejectUnauthorized: meant === 'verify-full',
    ...(ca !== undefined && ca !== EVERYBODYS && { ca: authoritiesIn(ca) }),
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

function textOf(word: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new BadDatabaseUrl(`names a file for ${word} that cannot be read: ${path}`);
  }
}

/** A file without any would be as good as none, and then everybody's authorities were trusted. */
function authoritiesIn(path: string): string {
  const text = textOf('sslrootcert', path);
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new BadDatabaseUrl(`names a file for sslrootcert that has no certificate in it: ${path}`);
  return text;
}

/** Files that are not what they should be, or do not belong together, would only be noticed at the first connection. */
function fitting(encryption: Exclude<Encryption, false>): Encryption {
  const { ca, cert, key } = encryption;
  try {
    createSecureContext({ ca, cert, key });
  } catch {
    throw new BadDatabaseUrl(
      'names files for sslrootcert, sslcert and sslkey that are not a certificate and its key in PEM',
    );
  }
  return encryption;
}

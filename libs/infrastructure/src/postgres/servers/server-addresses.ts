import { BadDatabaseUrl } from './bad-database-url.js';
import { type Encryption, readEncryption } from './server-encryption.js';

/** One of the servers that a database URL names. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  /** The whole URL, as if it named this server alone and said nothing of encryption. */
  readonly url: string;
  readonly ssl: Encryption;
}

/**
 * What a session must be good for, in libpq's words. `read-write` also leaves a primary that was turned read-only;
 * undefined takes whatever server is there, as it is.
 */
export type SessionTarget = 'read-write' | 'primary' | undefined;

export interface ServerAddresses {
  readonly servers: readonly [ServerAddress, ...ServerAddress[]];
  readonly target: SessionTarget;
  /** Hosts, ports and database, without the credentials. */
  readonly place: string;
}

const SHAPE = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]*)([^?#]*)(\?[^#]*)?(?:#.*)?$/;
const DEFAULT_PORT = 5432;

/**
 * Reads `postgres://user:password@host1:5432,host2:5432/database?target_session_attrs=read-write`, which libpq takes and
 * pg does not. A URL in which pg would read the same is handed on as it is.
 */
export function readServerAddresses(url: string): ServerAddresses {
  const [, scheme, credentials = '', hosts = '', path = '', search = ''] = SHAPE.exec(url) ?? [];
  const names = hosts.split(',');
  const parameters = new URLSearchParams(search);
  if (parameters.get('host')?.includes(',')) {
    throw new BadDatabaseUrl('must name its servers before the database: host1:5432,host2:5432/database');
  }
  if (names.length > 1 && names.includes(''))
    throw new BadDatabaseUrl('has a comma with no server beside it');
  // Behind the servers an @ is the password's, and what follows would be told as the place.
  const isShaped = scheme !== undefined && !path.includes('@');
  if (!isShaped || names.some((name) => !URL.canParse(`${scheme}${credentials}${name}${path}`))) {
    throw new BadDatabaseUrl(
      'must look like postgres://user:password@host:5432/database, or with several servers host1:5432,host2:5432; special characters are percent-encoded',
    );
  }
  requireEncoded(`${credentials}${path}`);
  const target = targetOf(parameters, names.length);
  // A word to libpq, which the server would not understand.
  parameters.delete('target_session_attrs');
  const ssl = readEncryption(parameters);
  refuseUnknown(parameters, hosts);
  const isAsGiven = names.length === 1 && parameters.toString() === new URLSearchParams(search).toString();
  const rest = parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
  const [first, ...others] = names.map((name) =>
    addressOf(name, isAsGiven ? url : `${scheme}${credentials}${name}${rest}`, ssl),
  );
  if (first === undefined) throw new BadDatabaseUrl('names no server');
  refuseRepeats([first, ...others]);
  return { servers: [first, ...others], target, place: `${hosts}${path}` };
}

function requireEncoded(text: string): void {
  try {
    decodeURIComponent(text);
  } catch {
    throw new BadDatabaseUrl('has a % that begins no percent-encoded character; itself it is %25');
  }
}

/** What else a URL may say; providers put some of it there. Of what is not pg's either, nothing depends on it. */
const OTHER_WORDS: ReadonlySet<string> = new Set(
  `host port user password application_name fallback_application_name options client_encoding connect_timeout
   channel_binding gssencmode keepalives keepalives_idle keepalives_interval keepalives_count tcp_user_timeout
   statement_timeout lock_timeout idle_in_transaction_session_timeout query_timeout`.split(/\s+/),
);

/** A slip in `sslmode` would otherwise be a connection in the clear. */
function refuseUnknown(parameters: URLSearchParams, hosts: string): void {
  const unknown = [...parameters.keys()].find((word) => !OTHER_WORDS.has(word));
  if (unknown !== undefined) {
    const named = /^\w{1,40}$/.test(unknown) ? `: ${unknown}` : '';
    throw new BadDatabaseUrl(`has a parameter that is not known${named}`);
  }
  if (hosts !== '' && (parameters.has('host') || parameters.has('port')))
    throw new BadDatabaseUrl('must name its server once, before the database or as a parameter');
}

function addressOf(name: string, url: string, ssl: Encryption): ServerAddress {
  const { hostname, port } = new URL(`postgres://${name}`);
  const host = decodeURIComponent(hostname.replace(/^\[(.*)\]$/, '$1'));
  return { host, port: port === '' ? DEFAULT_PORT : Number(port), url, ssl };
}

function targetOf(parameters: URLSearchParams, servers: number): SessionTarget {
  const given = parameters.get('target_session_attrs') ?? (servers > 1 ? 'read-write' : undefined);
  if (given === undefined || (given === 'any' && servers === 1)) return undefined;
  if (given === 'read-write' || given === 'primary') return given;
  throw new BadDatabaseUrl('must have read-write or primary for target_session_attrs, because Florin writes');
}

function refuseRepeats(servers: readonly ServerAddress[]): void {
  const names = servers.map(({ host, port }) => `${host}:${port}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new BadDatabaseUrl(`names the server ${twice} twice`);
}

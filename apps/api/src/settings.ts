import { isIP } from 'node:net';
import { parseEmail } from '@florin/kernel';

/** Where the data lives: a server somebody runs, or the one this process starts in a folder. */
export type DatabaseSetting =
  { readonly kind: 'server'; readonly url: string } | { readonly kind: 'embedded'; readonly dataDir: string };

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Everything an operator can set, read once from the environment. Abstract and a class, so that it is its own
 * injection token.
 */
export abstract class Settings {
  abstract readonly host: string;
  abstract readonly port: number;
  /** How the outside reaches this service; links in answers begin with it. */
  abstract readonly publicUrl: string;
  abstract readonly database: DatabaseSetting;
  /** Absent only with the embedded database, which makes one and keeps it; `completeSettings` fills it in. */
  abstract readonly jwtSecret: string | undefined;
  abstract readonly adminEmail: string | undefined;
  abstract readonly adminPassword: string | undefined;
  abstract readonly signup: 'open' | 'closed';
  abstract readonly rateLimits: boolean;
  /** Undefined means that nothing settles on its own. */
  abstract readonly settlementDelaySeconds: number | undefined;
  /** Paths of PEM files. */
  abstract readonly tls: { readonly certificate: string; readonly key: string } | undefined;
  /** Addresses, networks or the names `loopback`, `linklocal`, `uniquelocal`. Empty: nobody is believed. */
  abstract readonly trustedProxies: readonly string[];
  abstract readonly logLevel: LogLevel;
  abstract readonly production: boolean;
  abstract readonly passwordCost: number;
  abstract readonly accessTokenTtlSeconds: number;
  abstract readonly refreshReuseGraceSeconds: number;
}

/** Names the setting at fault; its message is the one line with which a start ends. */
export class BadSetting extends Error {
  constructor(
    readonly setting: string,
    problem: string,
  ) {
    super(`${setting} ${problem}`);
    this.name = 'BadSetting';
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

export function parseSettings(environment: Environment): Settings {
  const read = reader(environment);
  const database = databaseOf(read);
  const embedded = database.kind === 'embedded';
  const host = read.text('HOST') ?? '127.0.0.1';
  const port = read.integer('PORT', { least: 0, most: 65_535, otherwise: 3000 });
  const tls = tlsOf(read);

  return {
    host,
    port,
    publicUrl: publicUrlOf(read) ?? urlOf(tls !== undefined, host, port),
    database,
    jwtSecret: jwtSecretOf(read, embedded),
    ...adminOf(read),
    signup: read.oneOf('SIGNUP', ['open', 'closed'], 'open'),
    rateLimits: read.oneOf('RATE_LIMITS', ['on', 'off'], 'on') === 'on',
    settlementDelaySeconds: settlementDelayOf(read, embedded),
    tls,
    trustedProxies: trustedProxiesOf(read),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    production: read.text('NODE_ENV') === 'production',
    passwordCost: read.integer('PASSWORD_COST', { least: 4, most: 15, otherwise: 10 }),
    accessTokenTtlSeconds: read.integer('ACCESS_TOKEN_TTL', { least: 1, most: 86_400, otherwise: 3600 }),
    refreshReuseGraceSeconds: read.integer('REFRESH_REUSE_GRACE_SECONDS', {
      least: 0,
      most: 300,
      otherwise: 10,
    }),
  };
}

/** The address a listener on this host and port is reached at. A wildcard host is reached at the loopback name. */
export function urlOf(secure: boolean, host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  const scheme = secure ? 'https' : 'http';
  return `${scheme}://${name}${port === (secure ? 443 : 80) ? '' : `:${port}`}`;
}

type Reader = ReturnType<typeof reader>;

function reader(environment: Environment) {
  // An empty value is how a shell or a compose file says "not set".
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined;

  return {
    text,
    /** As it was written: a password or a secret may begin or end with a space. */
    exact: (name: string): string | undefined => environment[name] || undefined,
    oneOf<Value extends string>(name: string, values: readonly Value[], otherwise: Value): Value {
      const given = text(name);
      if (given === undefined) return otherwise;
      const value = values.find((candidate) => candidate === given);
      if (value === undefined) throw new BadSetting(name, `must be one of ${values.join(', ')}`);
      return value;
    },
    integer(name: string, range: { least: number; most: number; otherwise: number }): number {
      const given = text(name);
      if (given === undefined) return range.otherwise;
      return integerOf(name, given, range.least, range.most);
    },
  };
}

function integerOf(name: string, given: string, least: number, most: number): number {
  const value = /^\d{1,10}$/.test(given) ? Number(given) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new BadSetting(name, `must be a whole number from ${least} to ${most}`);
}

function databaseOf(read: Reader): DatabaseSetting {
  const url = read.text('DATABASE_URL');
  if (url === undefined) return { kind: 'embedded', dataDir: read.text('DATA_DIR') ?? '.data' };
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol)) {
    throw new BadSetting('DATABASE_URL', 'must look like postgres://user:password@host:5432/database');
  }
  return { kind: 'server', url };
}

function jwtSecretOf(read: Reader, embedded: boolean): string | undefined {
  const secret = read.exact('JWT_SECRET');
  if (secret === undefined) {
    if (embedded) return undefined;
    throw new BadSetting('JWT_SECRET', 'must be set when DATABASE_URL is; 32 bytes or more');
  }
  if (Buffer.byteLength(secret) < 32) throw new BadSetting('JWT_SECRET', 'must be 32 bytes or more');
  return secret;
}

function adminOf(read: Reader): Pick<Settings, 'adminEmail' | 'adminPassword'> {
  const given = read.text('ADMIN_EMAIL');
  const adminPassword = read.exact('ADMIN_PASSWORD');
  const adminEmail = given === undefined ? undefined : parseEmail(given);
  if (given !== undefined && adminEmail === undefined)
    throw new BadSetting('ADMIN_EMAIL', 'must be an email address');
  if (adminPassword !== undefined && adminEmail === undefined) {
    throw new BadSetting('ADMIN_EMAIL', 'must be set when ADMIN_PASSWORD is');
  }
  if (adminEmail !== undefined && adminPassword === undefined) {
    throw new BadSetting('ADMIN_PASSWORD', 'must be set when ADMIN_EMAIL is');
  }
  return { adminEmail, adminPassword };
}

function settlementDelayOf(read: Reader, embedded: boolean): number | undefined {
  const given = read.text('SETTLEMENT_DELAY_SECONDS');
  if (given === undefined) return embedded ? 10 : undefined;
  if (given === 'off') return undefined;
  if (!/^\d{1,7}$/.test(given)) {
    throw new BadSetting('SETTLEMENT_DELAY_SECONDS', 'must be a whole number of seconds, or off');
  }
  return Number(given);
}

function tlsOf(read: Reader): Settings['tls'] {
  const certificate = read.text('TLS_CERT');
  const key = read.text('TLS_KEY');
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined) throw new BadSetting('TLS_CERT', 'must be set when TLS_KEY is');
  if (key === undefined) throw new BadSetting('TLS_KEY', 'must be set when TLS_CERT is');
  return { certificate, key };
}

function publicUrlOf(read: Reader): string | undefined {
  const given = read.text('PUBLIC_URL');
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new BadSetting('PUBLIC_URL', 'must be an http or https address without query or fragment');
  }
  return given.replace(/\/+$/, '');
}

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

function trustedProxiesOf(read: Reader): readonly string[] {
  const entries = (read.text('TRUST_PROXY') ?? '').split(',').map((entry) => entry.trim());
  const proxies = entries.filter((entry) => entry !== '');
  if (!proxies.every((entry) => NAMED_NETWORKS.includes(entry) || isNetwork(entry))) {
    throw new BadSetting(
      'TRUST_PROXY',
      'must list addresses or networks, such as 10.0.0.7, 10.1.0.0/16 or loopback',
    );
  }
  return proxies;
}

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  // A /0 would believe everybody, which is what naming proxies is there to prevent.
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

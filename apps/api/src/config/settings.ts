import { isIP } from 'node:net';
import {
  BadSetting,
  type Environment,
  type ListeningPlace,
  type LogLevel,
  readDatabaseUrl,
  readDataDir,
  readJwtSecret,
  readLogLevel,
  readPasswordCost,
  readSettlementDelay,
  readWorkerHost,
  readWorkerPort,
  type SettingReader,
  settingReader,
  urlOf,
} from '@florin/infrastructure';
import { parseEmail } from '@florin/kernel';

/** Where the data lives: a server somebody runs, or the one this process starts in a folder. */
export type DatabaseSetting =
  { readonly kind: 'server'; readonly url: string } | { readonly kind: 'embedded'; readonly dataDir: string };

/**
 * Everything an operator can set, read once from the environment. Abstract and a class, so that it is its own
 * injection token.
 */
export abstract class Settings {
  abstract readonly host: string;
  abstract readonly port: number;
  /** How many processes serve the port together. */
  abstract readonly processes: number;
  /** How the outside reaches this service, where that is not simply where it listens. */
  abstract readonly publicUrl: string | undefined;
  abstract readonly database: DatabaseSetting;
  /** May be absent with the embedded database only, which makes one and keeps it: see `completeSettings`. */
  abstract readonly jwtSecret: string | undefined;
  abstract readonly adminEmail: string | undefined;
  abstract readonly adminPassword: string | undefined;
  abstract readonly signup: 'open' | 'closed';
  abstract readonly rateLimits: boolean;
  /** Where the worker that comes with the embedded database tells how it is; undefined when nowhere. */
  abstract readonly worker: ListeningPlace | undefined;
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

export function parseSettings(environment: Environment): Settings {
  const read = settingReader(environment);
  const database = databaseOf(read);
  const embedded = database.kind === 'embedded';
  return {
    host: hostOf(read),
    port: read.integer('PORT', { least: 0, most: 65_535, otherwise: 3000 }),
    processes: processesOf(read),
    publicUrl: publicUrlOf(read),
    database,
    worker: embedded ? workerOf(read) : undefined,
    jwtSecret: readJwtSecret(read),
    ...adminOf(read),
    signup: read.oneOf('SIGNUP', ['open', 'closed'], 'open'),
    rateLimits: read.oneOf('RATE_LIMITS', ['on', 'off'], 'on') === 'on',
    // A newcomer sees the whole life of a transaction without having to settle it.
    settlementDelaySeconds: readSettlementDelay(read, embedded ? 10 : undefined),
    tls: tlsOf(read),
    trustedProxies: trustedProxiesOf(read),
    logLevel: readLogLevel(read),
    production: read.text('NODE_ENV') === 'production',
    passwordCost: readPasswordCost(read),
    accessTokenTtlSeconds: read.integer('ACCESS_TOKEN_TTL', { least: 1, most: 86_400, otherwise: 3600 }),
    refreshReuseGraceSeconds: read.integer('REFRESH_REUSE_GRACE_SECONDS', {
      least: 0,
      most: 300,
      otherwise: 10,
    }),
  };
}

/** Whether it is an address of this machine shows when it is listened on; that it is one at all can be seen before. */
function hostOf(read: SettingReader): string {
  const host = read.text('HOST') ?? '127.0.0.1';
  if (!URL.canParse(urlOf(false, host, 0)) || /[/?#@\\]/.test(host)) {
    throw new BadSetting('HOST', 'must be an address of this machine, such as 127.0.0.1, or its name');
  }
  return host;
}

/** Systems on which several processes can listen on one port, each getting its share of the connections. */
const SHARES_PORTS: readonly NodeJS.Platform[] = ['linux', 'freebsd'];

function processesOf(read: SettingReader): number {
  const processes = read.integer('WEB_CONCURRENCY', { least: 1, most: 32, otherwise: 1 });
  if (processes > 1 && !SHARES_PORTS.includes(process.platform)) {
    throw new BadSetting(
      'WEB_CONCURRENCY',
      'can be above 1 only on Linux and FreeBSD, which spread the connections',
    );
  }
  return processes;
}

function databaseOf(read: SettingReader): DatabaseSetting {
  const url = readDatabaseUrl(read);
  return url === undefined ? { kind: 'embedded', dataDir: readDataDir(read) } : { kind: 'server', url };
}

/** Its usual port is given up for another if it is taken; one that was chosen is not. */
function workerOf(read: SettingReader): ListeningPlace | undefined {
  const port = readWorkerPort(read);
  return port && { host: readWorkerHost(read), port: port.isChosen ? port.number : 0 };
}

function adminOf(read: SettingReader): Pick<Settings, 'adminEmail' | 'adminPassword'> {
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

function tlsOf(read: SettingReader): Settings['tls'] {
  const certificate = read.text('TLS_CERT');
  const key = read.text('TLS_KEY');
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined) throw new BadSetting('TLS_CERT', 'must be set when TLS_KEY is');
  if (key === undefined) throw new BadSetting('TLS_KEY', 'must be set when TLS_CERT is');
  return { certificate, key };
}

function publicUrlOf(read: SettingReader): string | undefined {
  const given = read.text('PUBLIC_URL');
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  // As a browser would read it: links are made by adding to it, and a bare ? or # would swallow what is added.
  const plain = `${url?.origin}${url?.pathname}`;
  if (!/^https?:/.test(plain) || url?.href.replace(/[?#]*$/, '') !== plain) {
    throw new BadSetting(
      'PUBLIC_URL',
      'must be an http or https address without query, fragment or credentials',
    );
  }
  return plain.replace(/\/+$/, '');
}

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

function trustedProxiesOf(read: SettingReader): readonly string[] {
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

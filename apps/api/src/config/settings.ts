import { type Environment, type ListenAddress, type LogLevel, workerPort } from '@florin/infrastructure';
import { readEnvironment } from '@florin/infrastructure/environment';
import { ApiEnvironment } from './environment.js';

/** Where the data lives: an external server, or the embedded one in a folder. */
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
  /** May be absent with the embedded database only, which makes one and keeps it: see `resolveConfig`. */
  abstract readonly jwtSecret: string | undefined;
  abstract readonly adminEmail: string | undefined;
  abstract readonly adminPassword: string | undefined;
  abstract readonly signup: 'open' | 'closed';
  abstract readonly rateLimits: boolean;
  /** Where the worker that comes with the embedded database tells how it is; undefined when nowhere. */
  abstract readonly worker: ListenAddress | undefined;
  /** Undefined means that nothing settles on its own. */
  abstract readonly settlementDelaySeconds: number | undefined;
  /** Paths of PEM files. */
  abstract readonly tls: { readonly certificate: string; readonly key: string } | undefined;
  /** Addresses, networks or the names `loopback`, `linklocal`, `uniquelocal`. Empty: forwarding headers are ignored. */
  abstract readonly trustedProxies: readonly string[];
  abstract readonly logLevel: LogLevel;
  abstract readonly production: boolean;
  abstract readonly passwordCost: number;
  abstract readonly accessTokenTtlSeconds: number;
  abstract readonly refreshReuseGraceSeconds: number;
  /** What a scraper of `/metrics` sends from another machine; undefined: only this machine may read it. */
  abstract readonly metricsToken: string | undefined;
}

/** With the embedded database a transaction settles by itself, so that all of its states show without a worker's help. */
const EMBEDDED_SETTLEMENT_DELAY_SECONDS = 10;

/** Checks the environment: a bad value ends in a `BadSetting`. Files are read later, by `resolveConfig`. */
export function parseSettings(environment: Environment): Settings {
  const env = readEnvironment(ApiEnvironment, environment);
  const isEmbedded = env.DATABASE_URL === undefined;
  return {
    host: env.HOST,
    port: env.PORT,
    processes: env.WEB_CONCURRENCY,
    publicUrl: env.PUBLIC_URL,
    database:
      env.DATABASE_URL === undefined
        ? { kind: 'embedded', dataDir: env.DATA_DIR }
        : { kind: 'server', url: env.DATABASE_URL },
    worker: isEmbedded ? workerPlace(env) : undefined,
    jwtSecret: env.JWT_SECRET,
    adminEmail: env.ADMIN_EMAIL,
    adminPassword: env.ADMIN_PASSWORD,
    signup: env.SIGNUP,
    rateLimits: env.RATE_LIMITS === 'on',
    settlementDelaySeconds: settlementDelay(env, isEmbedded),
    tls:
      env.TLS_CERT === undefined || env.TLS_KEY === undefined
        ? undefined
        : { certificate: env.TLS_CERT, key: env.TLS_KEY },
    trustedProxies: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    production: env.NODE_ENV === 'production',
    passwordCost: env.PASSWORD_COST,
    accessTokenTtlSeconds: env.ACCESS_TOKEN_TTL,
    refreshReuseGraceSeconds: env.REFRESH_REUSE_GRACE_SECONDS,
    metricsToken: env.METRICS_TOKEN,
  };
}

/** The default port is given up for another if it is taken; one that was chosen is not. */
function workerPlace({ WORKER_HOST, WORKER_PORT }: ApiEnvironment): ListenAddress | undefined {
  const port = workerPort(WORKER_PORT);
  return port && { host: WORKER_HOST, port: port.isExplicit ? port.number : 0 };
}

function settlementDelay(env: ApiEnvironment, isEmbedded: boolean): number | undefined {
  const { SETTLEMENT_DELAY_SECONDS: given } = env;
  if (given === undefined) return isEmbedded ? EMBEDDED_SETTLEMENT_DELAY_SECONDS : undefined;
  return given === 'off' ? undefined : given;
}

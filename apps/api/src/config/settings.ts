import {
  type Environment,
  type ListenAddress,
  type LogLevel,
  mailSettingsOf,
  workerPort,
} from '@florin/infrastructure';
import { readEnvironment } from '@florin/infrastructure/environment';
import { ApiEnvironment } from './environment.js';

/** An external database server, or the embedded one with its data folder. */
export type DatabaseSetting =
  { readonly kind: 'server'; readonly url: string } | { readonly kind: 'embedded'; readonly dataDir: string };

/** The settings, read once from the environment. An abstract class, so that it is its own injection token. */
export abstract class Settings {
  abstract readonly host: string;
  abstract readonly port: number;
  /** The number of processes that share the port. */
  abstract readonly processes: number;
  /** The base URL of links in responses, if it differs from the address that the server listens on. */
  abstract readonly publicUrl: string | undefined;
  abstract readonly database: DatabaseSetting;
  /** Optional with the embedded database only, which stores its own: see `resolveConfig`. */
  abstract readonly jwtSecret: string | undefined;
  abstract readonly adminEmail: string | undefined;
  abstract readonly adminPassword: string | undefined;
  abstract readonly signup: 'open' | 'closed';
  abstract readonly rateLimits: boolean;
  /** The address of the health checks and metrics of the worker of the embedded database; undefined: not served. */
  abstract readonly worker: ListenAddress | undefined;
  /** Undefined: transactions are not settled automatically. */
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
  /** The bearer token for `/metrics` from other machines; undefined: only this machine may read it. */
  abstract readonly metricsToken: string | undefined;
  /** Whether webhooks may be sent to private addresses, and over plain HTTP. */
  abstract readonly allowsPrivateWebhooks: boolean;
  /** Whether MAIL_URL is set. Mails are sent by the worker. */
  abstract readonly hasMailServer: boolean;
  /** Payment requests that an account can send by email in an hour. */
  abstract readonly mailPaymentsPerHour: number;
}

/** The embedded database is for trying Florin out: transactions settle without further action. */
const EMBEDDED_SETTLEMENT_DELAY_SECONDS = 10;

/** Throws `BadSetting` for an invalid value. `resolveConfig` reads the files. */
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
    worker: isEmbedded ? workerAddress(env) : undefined,
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
    allowsPrivateWebhooks: (env.WEBHOOK_ALLOW_PRIVATE_ADDRESSES ?? (isEmbedded ? 'on' : 'off')) === 'on',
    hasMailServer: mailSettingsOf(env.MAIL_URL, env.MAIL_FROM) !== undefined,
    mailPaymentsPerHour: env.MAIL_PAYMENTS_PER_HOUR,
  };
}

/** If WORKER_PORT is not set, the system chooses a free port. */
function workerAddress({ WORKER_HOST, WORKER_PORT }: ApiEnvironment): ListenAddress | undefined {
  const port = workerPort(WORKER_PORT);
  return port && { host: WORKER_HOST, port: port.isExplicit ? port.number : 0 };
}

function settlementDelay(env: ApiEnvironment, isEmbedded: boolean): number | undefined {
  const { SETTLEMENT_DELAY_SECONDS: delay } = env;
  if (delay === undefined) return isEmbedded ? EMBEDDED_SETTLEMENT_DELAY_SECONDS : undefined;
  return delay === 'off' ? undefined : delay;
}

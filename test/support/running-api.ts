import { createLogger, type DatabaseTimeouts, type Environment } from '@florin/infrastructure';
import type { NestModule } from '../../apps/api/src/app.module.js';
import type { Limits } from '../../apps/api/src/common/limits.js';
import type { Api } from '../../apps/api/src/server.js';
import { type ResolvedConfig, resolveConfig } from '../../apps/api/src/config/resolved-config.js';
import { parseSettings } from '../../apps/api/src/config/settings.js';
import { startFlorin } from '../../apps/api/src/start.js';
import { RELAXED_TIMEOUTS } from './open-database.js';
import { SecretTracker } from './secret-tracker.js';
import { createTestDatabase } from './test-database.js';
import { watchResponses } from './response-watcher.js';

export interface StartOverrides {
  /** Environment variables. */
  readonly environment?: Environment;
  /** An existing database, such as one that two services share. It is not dropped at the end. */
  readonly databaseUrl?: string;
  readonly modules?: readonly NestModule[];
  readonly limits?: Partial<Limits>;
  readonly metricsMaxAgeMs?: number;
  /** Timeouts of the database; long by default, the production values with `{}`. */
  readonly timeouts?: Partial<DatabaseTimeouts>;
}

export interface RunningApi {
  readonly url: string;
  readonly databaseUrl: string;
  readonly settings: ResolvedConfig;
  readonly api: Api;
  /** JSON lines. */
  readonly logs: readonly string[];
  /** The lines printed at the start. */
  readonly startupMessages: readonly string[];
  request<Body = Fields>(method: string, path: string, options?: RequestOptions): Promise<TestResponse<Body>>;
  /** Stops the service, and drops its database unless `databaseUrl` was given. */
  stop(): Promise<void>;
}

export interface RequestOptions {
  /** Sent as JSON; strings and bytes are sent as is. */
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Fields = Record<string, unknown>;

export interface TestResponse<Body = Fields> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined without a JSON body. */
  readonly body: Body;
}

/**
 * Starts the whole service on a free port, with real HTTP, a real database and its log in memory. Checks every response
 * against the OpenAPI document; a violation fails the next `request` or `stop`. `stop` also searches the log and the
 * database for the passwords, tokens and keys that went through `request`.
 */
export async function startApi(overrides: StartOverrides = {}): Promise<RunningApi> {
  const own = overrides.databaseUrl === undefined ? await createTestDatabase() : undefined;
  const databaseUrl = overrides.databaseUrl ?? own?.url ?? '';
  const settings = resolveConfig(
    parseSettings({ ...DEFAULTS, DATABASE_URL: databaseUrl, ...overrides.environment }),
  );
  const logs: string[] = [];
  const logger = createLogger(settings.logLevel, { write: (line) => logs.push(line) });
  const { modules } = overrides;
  const florin = await startFlorin(settings, {
    logger,
    printLine: () => undefined,
    ...(modules === undefined ? {} : { modules }),
    limits: { ...RELAXED_LIMITS, ...overrides.limits },
    // No caching, so that tests read current metrics.
    metricsMaxAgeMs: overrides.metricsMaxAgeMs ?? 0,
    timeouts: overrides.timeouts ?? RELAXED_TIMEOUTS,
  });
  const { api } = florin;
  const { url } = api;
  const { problems } = watchResponses(api.app.getHttpServer());
  const secrets = new SecretTracker();
  const throwOnContractViolation = (): void => {
    if (problems.length > 0) throw new Error(`Responses do not match openapi.json: ${problems.join('\n')}`);
  };

  return {
    url,
    databaseUrl,
    settings,
    api,
    logs,
    startupMessages: api.startupMessages.lines,
    async request<Body>(method: string, path: string, options?: RequestOptions) {
      const response = await send<Body>(`${url}${path}`, method, options);
      secrets.record(options ?? {}, response);
      throwOnContractViolation();
      return response;
    },
    async stop() {
      await florin.stop();
      const leaks = own === undefined ? [] : await secrets.findLeaks(logs, own.url).catch(ignoreUnreachable);
      await own?.drop();
      throwOnContractViolation();
      if (leaks.length > 0) throw new Error(`Secrets leaked:\n${leaks.join('\n')}`);
    },
  };
}

/** Fast password hashes and no rate limits. */
const DEFAULTS: Environment = {
  PORT: '0',
  JWT_SECRET: 'a secret that only the tests know, and long enough',
  PASSWORD_COST: '4',
  RATE_LIMITS: 'off',
};

/** Some tests stop the database. */
const ignoreUnreachable = (error: unknown): string[] => {
  if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return [];
  throw error;
};

/** Client, service and test share one event loop, so its delay must not cause load shedding. */
const RELAXED_LIMITS: Partial<Limits> = { eventLoopDelayMs: 60_000, inFlight: 100_000 };

export async function send<Body = Fields>(
  url: string,
  method: string,
  options: RequestOptions = {},
): Promise<TestResponse<Body>> {
  const { body, token, headers } = options;
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: bodyOf(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) as Body };
}

const bodyOf = (body: unknown): string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array
    ? (body as string | Uint8Array<ArrayBuffer>)
    : JSON.stringify(body);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, urlOf } from '@florin/infrastructure';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { StartupMessages } from './startup-messages.js';
import { AppModule, type NestModule, FEATURE_MODULES } from './app.module.js';
import { ErrorFilter } from './common/errors/error.filter.js';
import { createAdapter } from './http/adapter.js';
import { addAccessLog } from './common/logging/access-log.js';
import { rejectUnsupported } from './http/client-error.js';
import { addLoadShedding } from './http/load-shedding.js';
import { acceptOnlyJson } from './http/json-body.js';
import { DEFAULT_LIMITS, type Limits } from './common/limits.js';
import { toSettingError } from './config/listening.js';
import { OpenRequests } from './http/open-requests.js';
import { PublicAddress } from './config/public-address.js';
import { addRequestChecks } from './http/request-checks.js';
import { addResponseHeaders } from './http/response-headers.js';
import { addReference } from './reference/routes.js';
import { nestLogger } from './core/nest-logger.js';
import { Metrics, type MetricsAggregator } from './health/metrics.js';
import { addMonitoringRoutes } from './health/routes.js';
import type { ResolvedConfig } from './config/resolved-config.js';
import { RequestValidationPipe } from './common/validation/request-validation.pipe.js';

const DRAIN_POLL_MS = 10;

export interface ApiParts {
  readonly database: Database;
  readonly logger: Logger;
  /** Feature modules in place of `FEATURE_MODULES`. */
  readonly modules?: readonly NestModule[];
  readonly limits?: Partial<Limits>;
  /** Passed in by callers that print the messages even if the startup fails. */
  readonly startupMessages?: StartupMessages;
  /** In a cluster: `/metrics` returns the metrics of all processes. */
  readonly metricsAggregator?: MetricsAggregator;
  /** How long the text of `/metrics` is cached. Default: one second. */
  readonly metricsMaxAgeMs?: number;
}

export interface Api {
  readonly app: NestFastifyApplication;
  readonly startupMessages: StartupMessages;
  /** Available after `listen`. */
  readonly url: string;
  listen(): Promise<void>;
  /** Rejects new requests, waits for open ones, and closes the server. The database stays open. */
  close(): Promise<void>;
}

/** Creates the API on an open database. Instances share no state, so that tests can run several in one process. */
export async function createApi(settings: ResolvedConfig, parts: ApiParts): Promise<Api> {
  const { database, logger } = parts;
  const limits = { ...DEFAULT_LIMITS, ...parts.limits };
  const secure = settings.tls !== undefined;
  const open = new OpenRequests();
  const startupMessages = parts.startupMessages ?? new StartupMessages();
  const address = new PublicAddress(settings);
  const adapter = createAdapter(settings, limits, open, logger);
  const instance = adapter.getInstance<FastifyInstance>();
  const sources = { inFlight: () => open.count, pool: () => database.pool() };
  const metrics = new Metrics(sources, {
    metricsAggregator: parts.metricsAggregator,
    maxAgeMs: parts.metricsMaxAgeMs,
  });
  open.watch(instance.server);
  await addHttpHooks(instance, { limits, open, metrics, logger, secure });
  const readiness = { isDraining: () => open.isDraining, isDatabaseReady: () => database.isReady() };
  addMonitoringRoutes(instance, readiness, metrics, settings.metricsToken);

  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.of({ settings, database, logger, startupMessages, address }, parts.modules ?? FEATURE_MODULES),
    adapter,
    { logger: nestLogger(logger), bodyParser: false, abortOnError: false, forceCloseConnections: true },
  );
  app.useGlobalFilters(new ErrorFilter(logger));
  app.useGlobalPipes(new RequestValidationPipe());
  addReference(app, address);
  await app.init();
  rejectUnsupported(instance.server, open);

  return {
    app,
    startupMessages,
    get url() {
      const { port } = instance.server.address() as AddressInfo;
      return urlOf(secure, settings.host, port);
    },
    async listen() {
      const { host, port } = settings;
      // Not `app.listen`, which also logs the error: the caller prints it.
      await instance.listen({ host, port }).catch((error: unknown) => {
        throw toSettingError(error, settings) ?? error;
      });
      address.setPort((instance.server.address() as AddressInfo).port);
    },
    async close() {
      open.isDraining = true;
      if (!(await drained(open, limits.drainMs)))
        logger.warn({ inFlight: open.count }, 'closing connections with unfinished requests');
      // Also closes connections in a TLS handshake.
      await app.close();
    },
  };
}

interface HttpParts {
  readonly limits: Limits;
  readonly open: OpenRequests;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly secure: boolean;
}

/** In the order in which they run. */
async function addHttpHooks(instance: FastifyInstance, parts: HttpParts): Promise<void> {
  const { limits, open, metrics, logger, secure } = parts;
  acceptOnlyJson(instance, limits);
  await addResponseHeaders(instance, open, secure);
  addRequestChecks(instance, limits, open);
  await addLoadShedding(instance, limits, open);
  addAccessLog(instance, logger, metrics);
}

async function drained(open: OpenRequests, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (open.count > 0 && performance.now() < deadline) await delay(DRAIN_POLL_MS);
  return open.count === 0;
}

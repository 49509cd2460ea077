import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, urlOf } from '@florin/infrastructure';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { StartupMessages } from './startup-messages.js';
import { AppModule, type NestModule, SLICES } from './app.module.js';
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
  /** In place of the service's own slices. */
  readonly slices?: readonly NestModule[];
  readonly limits?: Partial<Limits>;
  /** Where lines for the person at the terminal are collected, for whoever wants them also if nothing comes of the rest. */
  readonly startupMessages?: StartupMessages;
  /** Only where this is one of several processes on a port: whoever asks one for its numbers means all of them. */
  readonly exchange?: MetricsAggregator;
  /** How long one text of `/metrics` serves all callers, in place of a second. */
  readonly metricsMaxAgeMs?: number;
}

export interface Api {
  readonly app: NestFastifyApplication;
  readonly startupMessages: StartupMessages;
  /** Where it listens; only known once it does. */
  readonly url: string;
  listen(): Promise<void>;
  /** Lets what is under way finish, turns away the rest, and closes. The database stays open. */
  close(): Promise<void>;
}

/** Builds the service on an open database. Several can live in one process; nothing here is shared between them. */
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
  const metrics = new Metrics(sources, { exchange: parts.exchange, maxAgeMs: parts.metricsMaxAgeMs });
  open.watch(instance.server);
  await addHttpHooks(instance, { limits, open, metrics, logger, secure });
  const readiness = { isDraining: () => open.isDraining, isDatabaseReady: () => database.isReady() };
  addMonitoringRoutes(instance, readiness, metrics, settings.metricsToken);

  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.of({ settings, database, logger, startupMessages, address }, parts.slices ?? SLICES),
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
      // Not through Nest, which logs the failure before it reports it: whoever starts the service is told once.
      await instance.listen({ host, port }).catch((error: unknown) => {
        throw toSettingError(error, settings) ?? error;
      });
      address.setPort((instance.server.address() as AddressInfo).port);
    },
    async close() {
      open.isDraining = true;
      if (!(await finished(open, limits.drainMs)))
        logger.warn({ inFlight: open.count }, 'cutting requests that did not finish in time');
      // Closes the connections that are left, also those in a TLS handshake.
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

/** In the order in which they see a request. */
async function addHttpHooks(instance: FastifyInstance, parts: HttpParts): Promise<void> {
  const { limits, open, metrics, logger, secure } = parts;
  acceptOnlyJson(instance, limits);
  await addResponseHeaders(instance, open, secure);
  addRequestChecks(instance, limits, open);
  await addLoadShedding(instance, limits, open);
  addAccessLog(instance, logger, metrics);
}

async function finished(open: OpenRequests, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (open.count > 0 && performance.now() < deadline) await delay(DRAIN_POLL_MS);
  return open.count === 0;
}

import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { type Database, urlOf } from '@florin/infrastructure';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Announcements } from './announcements.js';
import { AppModule, type NestModule, SLICES } from './app.module.js';
import { answerOddRequests } from './common/errors/broken-requests.js';
import { ErrorFilter } from './common/errors/error.filter.js';
import { createAdapter } from './http/adapter.js';
import { Connections } from './http/connections.js';
import { addFinishing } from './http/finishing.js';
import { addGate } from './http/gate.js';
import { acceptOnlyJson } from './http/json-body.js';
import { KnownPaths } from './http/known-paths.js';
import { DEFAULT_LIMITS, type Limits, partOf } from './http/limits.js';
import { faultOf } from './config/listening.js';
import { Overload } from './http/overload.js';
import { PublicAddress } from './config/public-address.js';
import { Traffic } from './http/traffic.js';
import { turnAwayWhenSwamped } from './http/turning-away.js';
import { addDocs } from './openapi/docs.js';
import { nestLogger } from './common/nest-logger.js';
import { Metrics, type MetricsExchange } from './health/metrics.js';
import { addOperationRoutes } from './health/routes.js';
import type { ResolvedConfig } from './config/resolved-config.js';
import { RequestValidationPipe } from './common/validation/request-validation.pipe.js';

export interface ApiParts {
  readonly database: Database;
  readonly logger: Logger;
  /** In place of the service's own slices. */
  readonly slices?: readonly NestModule[];
  readonly limits?: Partial<Limits>;
  /** Where lines for the person at the terminal are collected, for whoever wants them also if nothing comes of the rest. */
  readonly announcements?: Announcements;
  /** Only where this is one of several processes on a port: whoever asks one for its numbers means all of them. */
  readonly exchange?: MetricsExchange;
  /** How long one text of `/metrics` serves all callers, in place of a second. */
  readonly metricsMaxAgeMs?: number;
}

export interface Api {
  readonly app: NestFastifyApplication;
  readonly announcements: Announcements;
  /** Where it listens; only known once it does. */
  readonly url: string;
  listen(): Promise<void>;
  /** Lets what is under way finish, turns away the rest, and closes. The database stays open. */
  close(): Promise<void>;
}

/** Builds the service on an open database. Several can live in one process; nothing here is shared between them. */
export async function createApi(settings: ResolvedConfig, parts: ApiParts): Promise<Api> {
  const { database, logger } = parts;
  const limits = partOf({ ...DEFAULT_LIMITS, ...parts.limits }, settings.processes);
  const secure = settings.tls !== undefined;
  const traffic = new Traffic(limits);
  const overload = new Overload(limits, () => database.pool().waiting, traffic);
  const announcements = parts.announcements ?? new Announcements();
  const address = new PublicAddress(settings);
  const adapter = createAdapter(settings, limits, logger);
  const instance = adapter.getInstance<FastifyInstance>();
  const sources = { inFlight: () => traffic.inFlight, pool: () => database.pool() };
  const metrics = new Metrics(sources, { exchange: parts.exchange, maxAgeMs: parts.metricsMaxAgeMs });
  const paths = new KnownPaths();
  const edge = { limits, traffic, overload, paths, metrics, logger, secure };
  const connections = new Connections(instance.server);

  paths.watch(instance);
  acceptOnlyJson(instance, limits);
  addGate(instance, edge);
  addFinishing(instance, edge);
  const readiness = { draining: () => traffic.draining, database: () => database.isReady() };
  addOperationRoutes(instance, readiness, metrics, settings.metricsToken);

  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.of({ settings, database, logger, announcements, address }, parts.slices ?? SLICES),
    adapter,
    { logger: nestLogger(logger), bodyParser: false, abortOnError: false },
  );
  app.useGlobalFilters(new ErrorFilter(logger));
  app.useGlobalPipes(new RequestValidationPipe());
  addDocs(app, address);
  await app.init();
  answerOddRequests(instance.server);
  const turningAway = turnAwayWhenSwamped(instance.server, edge);

  return {
    app,
    announcements,
    get url() {
      const { port } = instance.server.address() as AddressInfo;
      return urlOf(secure, settings.host, port);
    },
    async listen() {
      const { host, port } = settings;
      await turningAway.rehearse();
      // Not through Nest, which logs the failure before it reports it: whoever starts the service is told once.
      await instance.listen({ host, port }).catch((error: unknown) => {
        throw faultOf(error, settings) ?? error;
      });
      address.listensOn((instance.server.address() as AddressInfo).port);
    },
    async close() {
      traffic.startDraining();
      const isQuiet = await traffic.quiet(limits.drainMs);
      if (!isQuiet)
        logger.warn({ inFlight: traffic.inFlight }, 'cutting requests that did not finish in time');
      connections.cut();
      overload.stop();
      await app.close();
    },
  };
}

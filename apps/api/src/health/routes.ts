import { canReadMetrics } from '@florin/infrastructure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../common/errors/api-error.js';
import { pathOf } from '../http/normalize-url.js';
import type { Metrics } from './metrics.js';

const LIVE = '/health/live';
const READY = '/health/ready';
const METRICS = '/metrics';

const MONITORING_PATHS: ReadonlySet<string> = new Set([LIVE, READY, METRICS]);

/** Monitoring routes stay available under load and during shutdown. */
export const isMonitoringPath = (url = ''): boolean => MONITORING_PATHS.has(pathOf(url));

export interface Readiness {
  readonly isDraining: () => boolean;
  readonly isDatabaseReady: () => Promise<boolean>;
}

/** Health checks and metrics. They are routes of Fastify, without guards and pipes. */
export function addMonitoringRoutes(
  instance: FastifyInstance,
  readiness: Readiness,
  metrics: Metrics,
  metricsToken: string | undefined,
): void {
  instance.get(LIVE, () => ({ status: 'live' }));

  instance.get(READY, async () => {
    if (readiness.isDraining()) throw new ApiError('unavailable', 'The service is shutting down.');
    if (!(await readiness.isDatabaseReady()))
      throw new ApiError('unavailable', 'The database is not available.');
    return { status: 'ready' };
  });

  instance.get(METRICS, async ({ raw }: FastifyRequest, reply: FastifyReply) => {
    // The same error as for an unknown path.
    if (!canReadMetrics(raw, metricsToken)) throw new ApiError('not_found', 'No route matches GET /metrics.');
    const text = await metrics.text();
    return reply.header('content-type', metrics.contentType).send(text);
  });
}

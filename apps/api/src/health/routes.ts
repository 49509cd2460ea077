import { canReadMetrics } from '@florin/infrastructure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../common/errors/api-error.js';
import { pathOf } from '../http/normalize-url.js';
import type { Metrics } from './metrics.js';

const LIVE = '/health/live';
const READY = '/health/ready';
const METRICS = '/metrics';

const MONITORING_PATHS: ReadonlySet<string> = new Set([LIVE, READY, METRICS]);

/** Whether this is an address that must answer when the service is busy or about to end, since it tells so. */
export const isMonitoringPath = (url = ''): boolean => MONITORING_PATHS.has(pathOf(url));

export interface Readiness {
  readonly isDraining: () => boolean;
  readonly isDatabaseReady: () => Promise<boolean>;
}

/** Routes for the operator's monitoring. They belong to the server itself: no guard or pipe runs before them. */
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
    if (!canReadMetrics(raw, metricsToken))
      throw new ApiError('not_found', 'There is nothing at this address.');
    const text = await metrics.text();
    return reply.header('content-type', metrics.contentType).send(text);
  });
}

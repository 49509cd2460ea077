import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../common/errors/api-error.js';
import { pathOf } from '../http/plain-url.js';
import type { Metrics } from './metrics.js';

const LIVE = '/health/live';
const READY = '/health/ready';
const METRICS = '/metrics';

const ALWAYS_ANSWERED: ReadonlySet<string> = new Set([LIVE, READY, METRICS]);

/** Whether this is an address that must answer when the service is busy or about to end, since it tells so. */
export const isAlwaysAnswered = (url = ''): boolean => ALWAYS_ANSWERED.has(pathOf(url));

export interface Readiness {
  readonly draining: () => boolean;
  readonly database: () => Promise<boolean>;
}

/** What an operator's machinery asks. These are routes of the server itself: no guard or pipe stands before them. */
export function addOperationRoutes(instance: FastifyInstance, readiness: Readiness, metrics: Metrics): void {
  instance.get(LIVE, () => ({ status: 'live' }));

  instance.get(READY, async () => {
    if (readiness.draining()) throw new ApiError('unavailable', 'The service is shutting down.');
    if (!(await readiness.database())) throw new ApiError('unavailable', 'The database is not available.');
    return { status: 'ready' };
  });

  instance.get(METRICS, async (_request: FastifyRequest, reply: FastifyReply) => {
    const text = await metrics.text();
    return reply.header('content-type', metrics.contentType).send(text);
  });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import type { Metrics } from './metrics.js';

/** Marks a route that must answer when the service is busy or about to end, since it tells so. */
export const ALWAYS_ANSWERED = { config: { alwaysAnswered: true } };

export const isAlwaysAnswered = (request: FastifyRequest): boolean =>
  (request.routeOptions.config as { alwaysAnswered?: boolean }).alwaysAnswered === true;

/** The same, for those who have only an address. */
export const ALWAYS_ANSWERED_PATHS: ReadonlySet<string> = new Set([
  '/health/live',
  '/health/ready',
  '/metrics',
]);

export interface Readiness {
  readonly draining: () => boolean;
  readonly database: () => Promise<boolean>;
}

/** What an operator's machinery asks. These are routes of the server itself: no guard or pipe stands before them. */
export function addOperationRoutes(instance: FastifyInstance, readiness: Readiness, metrics: Metrics): void {
  instance.get('/health/live', ALWAYS_ANSWERED, () => ({ status: 'live' }));

  instance.get('/health/ready', ALWAYS_ANSWERED, async () => {
    if (readiness.draining()) throw new ApiError('unavailable', 'The service is shutting down.');
    if (!(await readiness.database())) throw new ApiError('unavailable', 'The database is not available.');
    return { status: 'ready' };
  });

  instance.get('/metrics', ALWAYS_ANSWERED, async (_request: FastifyRequest, reply: FastifyReply) => {
    const text = await metrics.text();
    return reply.header('content-type', metrics.contentType).send(text);
  });
}

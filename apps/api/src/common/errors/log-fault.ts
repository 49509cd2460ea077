import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

export interface Fault {
  readonly error: unknown;
  readonly status: number;
  readonly request: FastifyRequest;
  readonly target: 'request' | 'page';
}

/** Logs the route, not the URL: the URL of a payment page is a secret. */
export function logFault(logger: Logger, { error, status, request, target }: Fault): void {
  const { id: requestId, method, routeOptions } = request;
  const context = { requestId, method, route: routeOptions.url, err: error };
  if (status === 503) logger.warn(context, `${target} could not be served`);
  else logger.error(context, `${target} failed unexpectedly`);
}

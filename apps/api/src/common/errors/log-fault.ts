import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

export interface Fault {
  readonly error: unknown;
  readonly status: number;
  readonly request: FastifyRequest;
  /** What the caller wanted and did not get. */
  readonly target: 'request' | 'page';
}

/** The address of a page is a secret, and so is all that was typed into it: only the route is told. */
export function logFault(logger: Logger, { error, status, request, target }: Fault): void {
  const { id: requestId, method, routeOptions } = request;
  const facts = { requestId, method, route: routeOptions.url, err: error };
  if (status === 503) logger.warn(facts, `${target} could not be served`);
  else logger.error(facts, `${target} failed unexpectedly`);
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Metrics } from '../../health/metrics.js';
import { subjectsOf } from './log-context.js';

/** One line and one measurement per response. */
export function addAccessLog(instance: FastifyInstance, logger: Logger, metrics: Metrics): void {
  const record = (request: FastifyRequest, reply: FastifyReply, more?: { readonly aborted: true }): void => {
    // The route template, because the URL may contain secrets.
    const route = request.routeOptions.url ?? 'unknown';
    const { method, id: requestId, principalId, errorCode } = request;
    const { statusCode: status, elapsedTime } = reply;
    metrics.observe(method, route, status, elapsedTime / 1000);
    logger.info({
      requestId,
      method,
      route,
      status,
      ms: Math.round(elapsedTime * 10) / 10,
      ...(principalId !== undefined && { principal: principalId }),
      ...subjectsOf(request),
      ...(errorCode !== undefined && { refused: errorCode, address: request.ip }),
      ...more,
    });
  };
  instance.addHook('onSend', (request, reply, payload, done) => {
    // Fastify does not call onResponse for a closed connection, but the request was processed.
    if (reply.raw.destroyed) record(request, reply, { aborted: true });
    done(null, payload);
  });
  instance.addHook('onResponse', (request, reply, done) => {
    record(request, reply);
    done();
  });
}

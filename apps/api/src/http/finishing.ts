import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Metrics } from '../health/metrics.js';
import { securityHeaders } from './security-headers.js';
import { subjectsOf } from './subject.js';
import type { Traffic } from './traffic.js';

type Sent = (error: Error | null, payload?: unknown) => void;

export interface FinishingParts {
  readonly traffic: Traffic;
  readonly secure: boolean;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export function addFinishing(instance: FastifyInstance, parts: FinishingParts): void {
  const record = recorder(parts.logger, parts.metrics);
  instance.addHook('onSend', dress(parts.traffic, parts.secure));
  instance.addHook('onSend', (request, reply, payload, sent) => {
    // Where nobody is left to read it, an answer never gets out. What was done is done, and somebody will ask for it.
    if (reply.raw.destroyed) record(request, reply, { hungUp: true });
    sent(null, payload);
  });
  instance.addHook('onResponse', (request, reply, done) => {
    record(request, reply);
    done();
  });
}

/** What every answer carries. A header that the answer has set for itself stands. */
export const dress = (traffic: Traffic, secure: boolean) => {
  const common = Object.entries(securityHeaders(secure));

  return (request: FastifyRequest, reply: FastifyReply, payload: unknown, sent: Sent): void => {
    if (request.visit !== undefined) traffic.answer(request.visit, roughSizeOf(payload));
    reply.header('x-request-id', request.id);
    for (const [name, value] of common) if (!reply.hasHeader(name)) reply.header(name, value);
    // Answers are about money and people: no cache on the way may keep one.
    if (request.url.startsWith('/v1/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store');
    if (traffic.draining) reply.header('connection', 'close');
    sent(null, payload);
  };
};

/** To know it to the byte would take a walk through the whole of it. */
const roughSizeOf = (payload: unknown): number =>
  typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;

type Recorder = (request: FastifyRequest, reply: FastifyReply, more?: { readonly hungUp: true }) => void;

/** One line and one measurement per answer. The address is told as its template: the real one may hold secrets. */
const recorder =
  (logger: Logger, metrics: Metrics): Recorder =>
  (request, reply, more) => {
    const route = request.routeOptions.url ?? 'unknown';
    const { method, id: requestId, principalId, refusedWith } = request;
    const milliseconds = reply.elapsedTime;
    metrics.observe(method, route, reply.statusCode, milliseconds / 1000);
    logger.info({
      requestId,
      method,
      route,
      status: reply.statusCode,
      ms: Math.round(milliseconds * 10) / 10,
      ...(principalId === undefined ? {} : { principal: principalId }),
      ...subjectsOf(request),
      // Guessing, trying doors and sending nonsense are seen here: what was refused, and from where it came.
      ...(refusedWith === undefined ? {} : { refused: refusedWith, address: request.ip }),
      ...more,
    });
  };

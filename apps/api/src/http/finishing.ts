import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Metrics } from '../operations/metrics.js';
import { SECURITY_HEADERS, STRICT_TRANSPORT } from './security-headers.js';
import { subjectsOf } from './subject.js';
import type { Traffic } from './traffic.js';

type Sent = (error: Error | null, payload?: unknown) => void;

/** What every answer carries. A header that the answer has set for itself stands. */
export const dress = (traffic: Traffic, secure: boolean) => {
  const common = Object.entries({
    ...SECURITY_HEADERS,
    ...(secure ? { 'strict-transport-security': STRICT_TRANSPORT } : {}),
  });

  return (request: FastifyRequest, reply: FastifyReply, payload: unknown, sent: Sent): void => {
    if (request.visit !== undefined) traffic.answer(request.visit, roughSizeOf(payload));
    request.whenAnswered?.();
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

/** One line and one measurement per answer. The address is told as its template: the real one may hold secrets. */
export const record = (logger: Logger, metrics: Metrics) => {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
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
    });
    done();
  };
};

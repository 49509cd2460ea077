import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Limits } from '../common/limits.js';
import { isMonitoringPath } from '../health/routes.js';

declare module 'fastify' {
  interface FastifyRequest {
    isInFlight?: boolean;
  }
}

/** With fewer requests, a delayed event loop has other causes, such as other programs: rejecting would not help. */
const MIN_OPEN_REQUESTS_TO_SHED = 8;
const BODY = { error: 'unavailable', message: 'The service is too busy right now; try again shortly.' };

/**
 * 503 while the event loop is delayed or too many requests are in flight. A request counts from the end of its body until
 * its response is ready, so that slow clients do not block others; an aborted one until its handler is done, which still
 * uses the database.
 */
export async function addLoadShedding(
  instance: FastifyInstance,
  limits: Pick<Limits, 'inFlight' | 'eventLoopDelayMs' | 'loadSampleMs'>,
  open: { readonly count: number },
): Promise<void> {
  let inFlight = 0;
  await instance.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelayMs,
    sampleInterval: limits.loadSampleMs,
    pressureHandler: (request, reply, _type, delayMs) => {
      // The plugin reports Infinity for an interval without a measurement, which follows a pause of the process.
      if (delayMs === Infinity) return;
      if (open.count >= MIN_OPEN_REQUESTS_TO_SHED && !isMonitoringPath(request.url)) reject(request, reply);
    },
  });
  const isFull = ({ url }: FastifyRequest): boolean => inFlight >= limits.inFlight && !isMonitoringPath(url);
  // Also before the body is read, so that rejections stay cheap.
  instance.addHook('onRequest', (request, reply, done) => {
    if (isFull(request)) reject(request, reply);
    else done();
  });
  instance.addHook('preHandler', (request, reply, done) => {
    if (isFull(request)) {
      reject(request, reply);
    } else {
      inFlight += 1;
      request.isInFlight = true;
      done();
    }
  });
  instance.addHook('onSend', (request, _reply, payload, done) => {
    if (request.isInFlight === true) inFlight -= 1;
    request.isInFlight = false;
    done(null, payload);
  });
}

function reject(request: FastifyRequest, reply: FastifyReply): void {
  request.errorCode = BODY.error;
  void reply.code(503).header('retry-after', '1').send(BODY);
}

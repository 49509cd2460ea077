import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { isAlwaysAnswered } from '../health/routes.js';
import type { Limits } from './limits.js';
import type { OpenRequests } from './open-requests.js';

/** With fewer requests a late event loop is due to other programs, and rejecting would not help. */
const FEW = 8;
const LOG_INTERVAL_MS = 1_000;
const BODY = { error: 'unavailable', message: 'The service is too busy right now; try again shortly.' };

export interface InFlightLimitParts {
  readonly limits: Pick<Limits, 'inFlight' | 'eventLoopDelayMs' | 'loadSampleMs'>;
  readonly open: Pick<OpenRequests, 'count' | 'isExcess'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Load shedding: 503 while the event loop is late or too many requests are being handled. A request counts from the end
 * of its body until its response is ready, so that slow senders and readers do not lock others out; an aborted one until
 * its handler is done, which still uses the database.
 */
export async function addInFlightLimit(instance: FastifyInstance, parts: InFlightLimitParts): Promise<void> {
  const { limits, open, logger } = parts;
  const reject = rejection(logger);
  const counted = new WeakSet<FastifyRequest>();
  let inFlight = 0;
  const release = (request: FastifyRequest): void => {
    if (counted.delete(request)) inFlight -= 1;
  };
  await instance.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelayMs,
    sampleInterval: limits.loadSampleMs,
    // The hook below rejects.
    pressureHandler: () => undefined,
  });
  instance.addHook('onRequest', (request, reply, done) => {
    const isLate = open.count >= FEW && instance.isUnderPressure();
    const isFull = inFlight >= limits.inFlight || open.isExcess(reply.raw);
    if ((isLate || isFull) && !isAlwaysAnswered(request.url)) reject(request, reply);
    else done();
  });
  instance.addHook('preHandler', (request, reply, done) => {
    if (isAlwaysAnswered(request.url)) {
      done();
    } else if (inFlight >= limits.inFlight) {
      reject(request, reply);
    } else {
      inFlight += 1;
      counted.add(request);
      // A hijacked reply has no onSend.
      reply.raw.once('close', () => {
        if (reply.sent) release(request);
      });
      done();
    }
  });
  instance.addHook('onSend', (request, _reply, payload, done) => {
    release(request);
    done(null, payload);
  });
}

/** Logs one warning a second; each rejection is in the access log and the metrics. */
function rejection(logger: Pick<Logger, 'warn'>): (request: FastifyRequest, reply: FastifyReply) => void {
  let rejected = 0;
  const log = (): void => {
    logger.warn({ rejected }, 'overloaded: requests were rejected');
    rejected = 0;
  };
  return (request, reply) => {
    rejected += 1;
    if (rejected === 1) setTimeout(log, LOG_INTERVAL_MS).unref();
    request.refusedWith = BODY.error;
    void reply.code(503).header('retry-after', '1').send(BODY);
  };
}

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../common/errors/api-error.js';
import { isAlwaysAnswered } from '../health/routes.js';
import type { KnownPaths } from './known-paths.js';
import type { Limits } from './limits.js';
import { inspectQuery } from './text-rule.js';
import type { Traffic } from './traffic.js';

export interface GateParts {
  readonly limits: Limits;
  readonly traffic: Traffic;
  readonly paths: KnownPaths;
}

type Done = (error?: Error) => void;

export function addGate(instance: FastifyInstance, parts: GateParts): void {
  instance.addHook('onRequest', gate(parts));
  instance.addHook('preValidation', arrived(parts.traffic));
}

/** The first to see a request whose headers have been read: what is turned away here costs nothing further. */
const gate =
  ({ limits, traffic, paths }: GateParts) =>
  (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    try {
      request.visit = traffic.enter(request.raw, reply.raw);
      inspectTarget(request, limits);
      if ((request.is404 || lacksParameter(request)) && answerUnrouted(request, reply, paths)) return;
      refuseWhenEnding(request, traffic);
      done();
    } catch (error) {
      done(error as Error);
    }
  };

/** Comes once a request has arrived as a whole. */
const arrived =
  (traffic: Traffic) =>
  (request: FastifyRequest, _: FastifyReply, done: Done): void => {
    if (request.visit !== undefined) traffic.begin(request.visit);
    done();
  };

// Everything a URL may be made of is visible ASCII; Node lets other bytes through and reads them as Latin-1. A fragment
// is the client's own affair: who sends one may have meant another address than the router, which cuts it off, would find.
const NOT_URL = /[^\x21-\x7e]|#/;

function inspectTarget(request: FastifyRequest, limits: Limits): void {
  const { url = '', headers } = request.raw;
  if (url.length > limits.urlLength) {
    throw new ApiError('invalid_request', `The address is longer than ${limits.urlLength} characters.`, {
      status: 414,
    });
  }
  if (NOT_URL.test(url))
    throw new ApiError('invalid_request', 'The address holds characters that must be encoded.');
  if (headers.host === undefined && request.raw.httpVersion === '1.1') {
    throw new ApiError('invalid_request', 'The Host header is missing.');
  }
  refuseDoubled(request.raw);
  inspectQuery(url);
}

/** Who asks, for whom, where and for what. Of two, Node takes the first or makes one of both, and a proxy may differ. */
const SENT_ONCE = ['host', 'authorization', 'x-account-id', 'content-type', 'idempotency-key'];

function refuseDoubled({ headers, rawHeaders }: IncomingMessage): void {
  // Names and values in turn. Most requests name no header twice, and need not be looked at any further.
  if (Object.keys(headers).length === rawHeaders.length / 2) return;
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const doubled = SENT_ONCE.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (doubled !== undefined)
    throw new ApiError('invalid_request', `The header ${doubled} must not be sent twice.`);
}

/** The router takes even nothing for a parameter. An address with such a gap is none that anybody described. */
const lacksParameter = ({ params }: FastifyRequest): boolean =>
  Object.entries(params as Record<string, string>).some(([name, value]) => name !== '*' && value === '');

/** An unknown address, or a known one that does not take this method. OPTIONS is a question about just that. */
function answerUnrouted(request: FastifyRequest, reply: FastifyReply, paths: KnownPaths): boolean {
  const methods = paths.methodsAt(request.url);
  if (methods.length === 0)
    throw new ApiError('not_found', 'There is nothing at this address. What there is, /docs tells.');
  const allow = methods.join(', ');
  if (request.method === 'OPTIONS') {
    void reply.code(204).header('allow', allow).send();
    return true;
  }
  throw new ApiError('invalid_request', `This address takes ${allow}.`, { status: 405, headers: { allow } });
}

function refuseWhenEnding(request: FastifyRequest, traffic: Traffic): void {
  if (traffic.draining && !isAlwaysAnswered(request.url)) {
    throw new ApiError('unavailable', 'The service is shutting down.');
  }
}

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../common/errors/api-error.js';
import { checkDryRunHeader } from '../common/dry-run/dry-run.js';
import { truncate } from '../common/errors/truncate.js';
import { isMonitoringPath } from '../health/routes.js';
import { AllowedMethods } from './allowed-methods.js';
import { ambiguityOf } from './ambiguous-framing.js';
import { inspectQuery } from './input-sanitizing.js';
import type { Limits } from '../common/limits.js';
import { pathOf } from './normalize-url.js';
import type { OpenRequests } from './open-requests.js';

/** Rejects requests by their URL and headers, before the body is read. */
export function addRequestChecks(instance: FastifyInstance, limits: Limits, open: OpenRequests): void {
  const methods = new AllowedMethods(instance);
  instance.addHook('onRequest', (request, reply, done) => {
    if (open.isBehindUpgrade(request.raw)) {
      request.socket.destroy();
      return;
    }
    // No response: the connection closes after the 400 to the ambiguous request.
    if (open.isBehindAmbiguous(request.raw)) return;
    try {
      const pending = open.pendingResponses(request.socket);
      if (pending.size > limits.pipelined && [...pending].indexOf(reply.raw) >= limits.pipelined)
        throw new ApiError('unavailable', 'Too many pipelined requests on this connection.');
      inspectTarget(request.raw, limits);
      const isUnrouted =
        request.is404 ||
        lacksParameter(request) ||
        methods.isFixedPathAsParameter(request.routeOptions.url, request.url);
      if (isUnrouted && respondUnrouted(request, reply, methods)) return;
      if (open.isDraining && !isMonitoringPath(request.url))
        throw new ApiError('unavailable', 'The service is shutting down.');
      checkDryRunHeader(request);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}

// A URL is visible ASCII; Node decodes other bytes as Latin-1. The router would drop a fragment.
const NOT_URL = /[^\x21-\x7e]|#/;

function inspectTarget(request: IncomingMessage, { urlLength }: Limits): void {
  const { url = '', headers, httpVersion } = request;
  const ambiguity = ambiguityOf(request);
  if (ambiguity !== undefined) throw invalid(ambiguity);
  if (url.length > urlLength)
    throw invalid(`The URL is longer than ${urlLength} characters.`, { status: 414 });
  if (NOT_URL.test(url)) throw invalid('The URL contains characters that must be percent-encoded.');
  if (headers.host === undefined && httpVersion === '1.1') throw invalid('The Host header is missing.');
  rejectRepeated(request);
  inspectQuery(url);
}

/** If one is repeated, Node uses the first or joins them, and a proxy may differ. */
const SINGLE_VALUE_HEADERS = [
  'host',
  'authorization',
  'x-account-id',
  'content-type',
  'idempotency-key',
  'dry-run',
];

function rejectRepeated({ headers, rawHeaders }: IncomingMessage): void {
  // Names and values alternate. Most requests repeat no header.
  if (Object.keys(headers).length === rawHeaders.length / 2) return;
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const repeated = SINGLE_VALUE_HEADERS.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (repeated !== undefined) throw invalid(`The header ${repeated} must not be sent twice.`);
}

/** The router accepts an empty parameter. */
const lacksParameter = ({ params }: FastifyRequest): boolean =>
  Object.entries(params as Record<string, string>).some(([name, value]) => name !== '*' && value === '');

/** 404 for an unknown path, 405 for a wrong method; responds to OPTIONS. */
function respondUnrouted(request: FastifyRequest, reply: FastifyReply, methods: AllowedMethods): boolean {
  const allow = methods.forUrl(request.url).join(', ');
  if (allow === '')
    throw new ApiError('not_found', `No route matches ${request.method} ${truncate(pathOf(request.url))}.`);
  if (request.method !== 'OPTIONS')
    throw invalid(`Method not allowed. Allowed: ${allow}.`, { status: 405, headers: { allow } });
  void reply.code(204).header('allow', allow).send();
  return true;
}

const invalid = (message: string, extras?: ConstructorParameters<typeof ApiError>[2]): ApiError =>
  new ApiError('invalid_request', message, extras);

import { TLSSocket } from 'node:tls';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ambiguityOf } from './ambiguous-framing.js';
import type { OpenRequests } from './open-requests.js';

/** Responses are data, never pages or scripts. HTML pages set their own policy. */
const POLICY = "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'";
const YEAR_SECONDS = 31_536_000;

/** The headers of helmet, for responses that are sent before any hook runs. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
};
const STRICT_TRANSPORT = { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` };

export async function addResponseHeaders(instance: FastifyInstance, open: OpenRequests, tls: boolean) {
  // Awaited, so that its hook runs before those that may reject a request.
  await instance.register(helmet, {
    // Set below: helmet would build the same string for every response.
    contentSecurityPolicy: false,
    strictTransportSecurity: tls && { maxAge: YEAR_SECONDS },
    xFrameOptions: { action: 'deny' },
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPoweredBy: false,
    xXssProtection: false,
  });
  instance.addHook('onSend', (request, reply, payload, done) => {
    setCommonHeaders(request, reply, open);
    done(null, payload);
  });
}

const isTls = ({ socket }: FastifyRequest): boolean => socket instanceof TLSSocket;

export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply, open: OpenRequests): void {
  reply.header('x-request-id', request.id);
  // The router and Nest reject some requests before helmet's hook.
  if (!reply.raw.hasHeader('x-content-type-options'))
    reply.headers(isTls(request) ? { ...SECURITY_HEADERS, ...STRICT_TRANSPORT } : SECURITY_HEADERS);
  else if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', POLICY);
  // Responses contain personal and financial data.
  if (request.url.startsWith('/v1/') && !reply.hasHeader('cache-control'))
    reply.header('cache-control', 'no-store');
  // What follows an Upgrade request or an ambiguous one may not be a request; see OpenRequests.
  const isLast = request.headers.upgrade !== undefined || ambiguityOf(request.raw) !== undefined;
  if (open.isDraining || isLast) reply.header('connection', 'close');
}

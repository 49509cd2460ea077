import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest, RawServerDefault } from 'fastify';
import type { Logger } from 'pino';
import { sendError } from '../common/errors/error.filter.js';
import type { ResolvedConfig } from '../config/resolved-config.js';
import { clientErrorHandler } from './client-error.js';
import type { Limits } from '../common/limits.js';
import { normalizeUrl } from './normalize-url.js';
import type { OpenRequests } from './open-requests.js';
import { requestIdFor } from '../common/logging/request-id.js';
import { setCommonHeaders } from './response-headers.js';

type AdapterOptions = NonNullable<ConstructorParameters<typeof FastifyAdapter<RawServerDefault>>[0]>;

/** Fastify with all limits set. */
export function createAdapter(
  settings: ResolvedConfig,
  limits: Limits,
  open: OpenRequests,
  logger: Logger,
): FastifyAdapter {
  const tls = settings.tlsMaterial;
  const node = {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.timeoutCheckMs,
    maxHeaderSize: limits.headerBytes,
    // Node's own 400 has an empty body; see request-checks.
    requireHostHeader: false,
  };
  const server =
    tls === undefined
      ? { http: node }
      : { https: { ...node, ...tls, handshakeTimeout: limits.headersTimeoutMs } };
  return new FastifyAdapter<RawServerDefault>({
    ...server,
    logger: false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: limits.connectionTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    genReqId: requestIdFor,
    rewriteUrl: ({ url = '/' }: { url?: string }) => normalizeUrl(url),
    // request-checks rejects requests during shutdown, and long URLs.
    return503OnClosing: false,
    routerOptions: { maxParamLength: limits.headerBytes },
    skipMiddie: true,
    clientErrorHandler: clientErrorHandler(open, logger),
    // Fastify runs no hooks for these errors.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      setCommonHeaders(request, reply, open);
      sendError(error, request, reply, logger);
      const { id: requestId, method, errorCode: refused, ip: address } = request;
      logger.info({ requestId, method, route: 'unknown', status: reply.statusCode, refused, address });
    },
  } as unknown as AdapterOptions);
}

import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest, RawServerDefault } from 'fastify';
import type { Logger } from 'pino';
import { answerBrokenRequest } from '../common/errors/broken-requests.js';
import { sendError } from '../common/errors/error.filter.js';
import type { ResolvedConfig } from '../config/resolved-config.js';
import { dress } from './finishing.js';
import type { Limits } from './limits.js';
import { plainUrl } from './plain-url.js';
import { requestIdFor } from './request-id.js';
import { Traffic } from './traffic.js';

/** The adapter has a type parameter for each kind of server; which kind it is depends on a setting. */
type AdapterOptions = NonNullable<ConstructorParameters<typeof FastifyAdapter<RawServerDefault>>[0]>;

/** The HTTP server below Nest, with every limit set and no answer left to its defaults. */
export function createAdapter(settings: ResolvedConfig, limits: Limits, logger: Logger): FastifyAdapter {
  const tls = settings.tlsMaterial;
  const node = {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.timeoutCheckMs,
    maxHeaderSize: limits.headerBytes,
    // Node would answer a missing Host header with an empty body; the gate says what is wrong.
    requireHostHeader: false,
  };
  return new FastifyAdapter<RawServerDefault>({
    ...(tls === undefined
      ? { http: node }
      : { https: { ...node, ...tls, handshakeTimeout: limits.headersTimeoutMs } }),
    logger: false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: limits.connectionTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    genReqId: requestIdFor,
    rewriteUrl: ({ url = '/' }: { url?: string }) => plainUrl(url),
    // The gate turns requests away while closing, in our words.
    return503OnClosing: false,
    // No address is that long. What is too long for us is told so by the gate, which comes after the router.
    routerOptions: { maxParamLength: limits.headerBytes },
    // Nothing here is Express middleware, and its engine would cost every request something.
    skipMiddie: true,
    clientErrorHandler: answerBrokenRequest(logger),
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      dress(new Traffic(), tls !== undefined)(request, reply, undefined, () => undefined);
      sendError(error, request, reply, logger);
      // No route was found, so no hook will write the line that every other request gets.
      const { id: requestId, method, refusedWith: refused, ip: address } = request;
      logger.info({ requestId, method, route: 'unknown', status: reply.statusCode, refused, address });
    },
  } as unknown as AdapterOptions);
}

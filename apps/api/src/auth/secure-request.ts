import type { FastifyRequest } from 'fastify';

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** Whether the request came over TLS, also up to a proxy that TRUST_PROXY names, or from this machine. */
export function isSecureRequest({ protocol, headers, socket }: FastifyRequest): boolean {
  if (protocol === 'https') return true;
  // A forwarded request comes from the proxy's machine, whatever address it really started from.
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isForwarded && LOOPBACK.test(socket.remoteAddress ?? '');
}

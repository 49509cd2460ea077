import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, for the log: set by whoever found out. */
    principalId?: string;
    /** The code of what was answered in place of what was asked for, for the log too. */
    refusedWith?: string;
  }
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/**
 * Whether what this request carries cannot have been read on its way: TLS up to here, TLS up to a proxy that
 * TRUST_PROXY names and that says so, or no way at all, because it comes from this machine.
 */
export function isSecureRequest(request: FastifyRequest): boolean {
  if (request.protocol === 'https') return true;
  // A forwarded request comes from the proxy's machine, whatever address it really started from.
  const isForwarded =
    request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  return !isForwarded && LOOPBACK.test(request.socket.remoteAddress ?? '');
}

import type { FastifyRequest } from 'fastify';

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** Whether the request came over TLS, to this process or to a proxy in TRUST_PROXY, or from this machine. */
export function isSecureRequest({ protocol, headers, socket }: FastifyRequest): boolean {
  if (protocol === 'https') return true;
  // A proxy on this machine forwards requests of other machines.
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isForwarded && LOOPBACK.test(socket.remoteAddress ?? '');
}

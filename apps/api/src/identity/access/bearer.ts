import type { FastifyRequest } from 'fastify';

const BEARER = /^Bearer +([^\s,]+) *$/i;

/** The token in the Authorization header; undefined without the header, and empty, like nobody's, when it holds none. */
export function bearerIn({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  return BEARER.exec(authorization)?.[1] ?? '';
}

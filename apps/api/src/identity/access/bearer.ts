import type { FastifyRequest } from 'fastify';

const BEARER = /^Bearer +([^\s,]+) *$/i;

/** The token in the Authorization header; undefined without the header, and nobody's token when it holds no bearer. */
export function bearerIn({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  return BEARER.exec(authorization)?.[1] ?? '';
}

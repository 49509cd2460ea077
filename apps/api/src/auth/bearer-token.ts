import type { FastifyRequest } from 'fastify';

export type WithHeaders = Pick<FastifyRequest, 'headers'>;

const BEARER = /^Bearer +([^\s,]+) *$/i;

/** The token of the Authorization header; undefined without the header, empty if the header has no valid bearer token. */
export function bearerToken({ headers }: WithHeaders): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  return BEARER.exec(authorization)?.[1] ?? '';
}

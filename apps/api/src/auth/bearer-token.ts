import type { FastifyRequest } from 'fastify';

export type WithHeaders = Pick<FastifyRequest, 'headers'>;

const BEARER = /^Bearer +([^\s,]+) *$/i;

/** The token in the Authorization header; undefined without the header, empty if the header holds no usable token. */
export function bearerToken({ headers }: WithHeaders): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  return BEARER.exec(authorization)?.[1] ?? '';
}

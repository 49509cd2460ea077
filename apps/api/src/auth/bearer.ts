import type { FastifyRequest } from 'fastify';

const BEARER = /^Bearer +([^\s,]+) *$/i;

const END_LENGTH = 32;
/** More than twice what a header with one of our tokens has. Only blanks make it longer, as many as a header holds. */
const LONGEST_REMEMBERED = 1_000;

/**
 * The end of a header with a token, which is its signature or the last of a key: by it callers are told apart, since to
 * make a hash of all of it takes longer than anything else that is done with a token here.
 */
export const endOf = (header: string): string => header.slice(-END_LENGTH);

/** Whether a header may be remembered, or held on to by its end: one that is filled up would take the room of many. */
export const isShort = (header: string): boolean => header.length <= LONGEST_REMEMBERED;

/** The token in the Authorization header; undefined without the header, and empty, like nobody's, when it holds none. */
export function bearerIn({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  return BEARER.exec(authorization)?.[1] ?? '';
}

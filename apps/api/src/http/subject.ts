import { type Id, parseId, PREFIXES } from '@florin/kernel';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of what this request has made, or of what its secret address leads to, for the log. */
    subjectId?: string;
  }
}

/** The things that a request is about, so that whoever looks into one finds all that was asked of it in the log. */
export function subjectsOf(request: FastifyRequest): { subject?: string; account?: string } {
  const { subjectId, params, headers } = request;
  const subject = subjectId ?? namedIn(params as Readonly<Record<string, unknown>> | undefined);
  const account = headers['x-account-id'];
  return { ...(subject !== undefined && { subject }), ...(isId(account) && { account }) };
}

/** Only parts of an address that are called ids are looked at: that of a payment page is one, and a secret. */
function namedIn(params: Readonly<Record<string, unknown>> = {}): string | undefined {
  for (const name in params) {
    const value = params[name];
    if (name.endsWith('_id') && isId(value)) return value;
  }
  return undefined;
}

/** What is no id may be a secret that somebody put in the wrong place. */
const isId = (text: unknown): text is Id => PREFIXES.some((prefix) => parseId(prefix, text) !== undefined);

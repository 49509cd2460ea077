import { type Id, parseId, PREFIXES } from '@florin/kernel';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller. */
    principalId?: string;
    /** The id of what this request has created, or of what its secret URL leads to. */
    subjectId?: string;
    /** The error code of the response. */
    errorCode?: string;
  }
}

/** The ids that a request is about. Other parameters and headers may be secrets, such as that of a payment page. */
export function subjectsOf({ subjectId, params, headers }: FastifyRequest): {
  subject?: string;
  account?: string;
} {
  const named = Object.entries(params ?? {}).find(([name, value]) => name.endsWith('_id') && isId(value));
  const subject = subjectId ?? (named?.[1] as string | undefined);
  const account = headers['x-account-id'];
  return { ...(subject !== undefined && { subject }), ...(isId(account) && { account }) };
}

const isId = (text: unknown): text is Id => PREFIXES.some((prefix) => parseId(prefix, text) !== undefined);

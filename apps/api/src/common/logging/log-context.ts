import { type Id, parseId, PREFIXES } from '@florin/kernel';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller. */
    principalId?: string;
    /** The id of the object that the request created, or of the payment page of its secret URL. */
    subjectId?: string;
    /** The error code of the response. */
    errorCode?: string;
  }
}

/** The ids in the path and the headers. Other parameters may be secrets, such as that of a payment page. */
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

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Safe to log and to return in a header. */
export const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

export const newRequestId = (): string => randomUUID().replaceAll('-', '');

/** The `X-Request-Id` of the client if it is valid, else a new id. */
export function requestIdFor({ headers }: { readonly headers: IncomingHttpHeaders }): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : newRequestId();
}

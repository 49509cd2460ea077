import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Harmless to log and to send back. */
export const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

export const newRequestId = (): string => randomUUID().replaceAll('-', '');

/** The caller's own id if it is harmless, else a new one. */
export function requestIdFor({ headers }: { readonly headers: IncomingHttpHeaders }): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : newRequestId();
}

import { randomFillSync } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What is harmless to log and to send back. */
export const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
const ID_BYTES = 16;

// Randomness is drawn in bulk: one system call serves a few hundred requests.
const pool = Buffer.alloc(ID_BYTES * 256);
let used = pool.length;

/** The caller's own id when it may be used, else a new one. */
export function requestIdFor(request: { readonly headers: IncomingHttpHeaders }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : newRequestId();
}

export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const id = pool.toString('hex', used, used + ID_BYTES);
  used += ID_BYTES;
  return id;
}

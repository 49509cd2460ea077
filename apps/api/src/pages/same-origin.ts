import type { FastifyRequest } from 'fastify';

/**
 * Whether the form was sent by one of the pages. Defense in depth against CSRF: the URL contains a secret that other
 * sites do not have. Under `no-referrer` browsers send `Origin: null` for the own origin, too, so `null` is accepted.
 */
export function isFromOwnPage({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined || origin === 'null') return true;
  return isOwnOrigin(origin, headers.host, publicUrl);
}

/** Whether a script of the own origin sent the request. Browsers always send one of the headers with a POST or DELETE. */
export function isFromOwnScript({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin !== undefined && isOwnOrigin(origin, headers.host, publicUrl);
}

const isOwnOrigin = (origin: string, host: string | undefined, publicUrl: string): boolean =>
  origin === new URL(publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === host);

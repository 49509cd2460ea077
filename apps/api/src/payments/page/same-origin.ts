import type { FastifyRequest } from 'fastify';

/**
 * Whether a form was sent by the page itself. Nobody else can know the address it is sent to; this is the second lock
 * on the door. A browser says where a request comes from, and under `no-referrer` it says `null` for an origin of our
 * own, too, so that this word alone decides nothing.
 */
export function isFromOwnPage({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined || origin === 'null') return true;
  return (
    origin === new URL(publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === headers.host)
  );
}

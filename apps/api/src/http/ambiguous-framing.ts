import type { IncomingMessage } from 'node:http';

const VERSIONS: ReadonlySet<string> = new Set(['1.0', '1.1']);

/**
 * Why a proxy in front may see the end of the request elsewhere than Node does, so that a part of its body would run as
 * another request (request smuggling). Undefined if the end is certain.
 */
export function ambiguityOf({
  httpVersion,
  headers,
}: Pick<IncomingMessage, 'httpVersion' | 'headers'>): string | undefined {
  if (!VERSIONS.has(httpVersion)) return 'The request line must end with HTTP/1.1.';
  const encoding = headers['transfer-encoding'];
  if (encoding === undefined) return undefined;
  if (httpVersion === '1.0') return 'Transfer-Encoding requires HTTP/1.1.';
  return encoding.toLowerCase() === 'chunked' ? undefined : 'Transfer-Encoding must be chunked.';
}

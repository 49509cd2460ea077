/** Percent-encoded unreserved characters: `%61` is `a`. */
const UNNECESSARY_ESCAPE = /%(?:2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/gi;

const INVALID_ESCAPE = /%(?![0-9a-f]{2})/i;

/** Requests to a proxy contain the absolute URL. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/**
 * Decodes unreserved characters of the path, so that routing, allowed methods and idempotency compare the same text. A
 * malformed path is not changed, and the router rejects it: decoded in part, `/v1/account%%373` would become valid.
 */
export function normalizeUrl(whole: string): string {
  const url = whole.startsWith('/') ? whole : whole.replace(ORIGIN, '') || '/';
  if (!url.includes('%')) return url;
  const path = pathOf(url);
  if (INVALID_ESCAPE.test(path)) return url;
  const decoded = path.replace(UNNECESSARY_ESCAPE, (code) =>
    String.fromCharCode(parseInt(code.slice(1), 16)),
  );
  return decoded + url.slice(path.length);
}

/** The URL without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

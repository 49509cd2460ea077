export const MAX_WEB_URL_LENGTH = 2_048;

/** `https:`, or `http:` on loopback; without user name and password. For JSON Schema: the host is not checked. */
export const WEB_URL_PATTERN = '^[Hh][Tt][Tt][Pp][Ss]?://[^\\u0000-\\u0020\\u007f-\\u009f"<>\\\\^`|]+$';

// `URL` removes tabs and line breaks, reads a backslash as a slash, and encodes the others only in some parts.
const SYNTAX = new RegExp(WEB_URL_PATTERN);
const AUTHORITY = /^[a-z]+:\/\/([^/?#]*)/i;
// The host as `URL` writes it: 127.1 and 0x7f.1 are 127.0.0.1.
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|(?:[a-z0-9-]+\.)*localhost\.?)$/;
// A placeholder must not choose the host.
const NOT_IN_AUTHORITY = /[@{}%*]/;

/** A URL that a browser may be sent to, in its normal form. Undefined for any other text. */
export function parseWebUrl(text: unknown): URL | undefined {
  if (typeof text !== 'string' || text.length > MAX_WEB_URL_LENGTH || !SYNTAX.test(text)) return undefined;
  const authority = AUTHORITY.exec(text)?.[1] ?? '';
  if (authority === '' || NOT_IN_AUTHORITY.test(authority) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' || LOOPBACK.test(url.hostname) ? url : undefined;
}

export const A_WEB_URL = `must be an https URL without user name and password, or an http URL on loopback, of at most ${MAX_WEB_URL_LENGTH} characters`;

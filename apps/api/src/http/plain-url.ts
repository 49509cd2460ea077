/** An escape of a character that needs none: `%61` is `a`, and the address with it is the address without it. */
const NEEDLESS = /%(?:2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/gi;

/** A percent sign that begins no escape. Beside an escape that is undone it might come to begin one. */
const STRAY = /%(?![0-9a-f]{2})/i;

/** A request may name the whole address, as it does to a proxy. Which host it names, nobody asks. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/**
 * The one spelling of an address. The router takes `/v1/account%73` for `/v1/accounts`; whatever else looks at an
 * address, for a key that was used before or for the methods that it takes, must see the same one. The query is left as
 * it is: its values are decoded by whoever reads them. So is a path that is malformed, for the router to refuse: made plain
 * in part, `/v1/account%%373` would be one more spelling, and to the router another address than to everybody else.
 */
export function plainUrl(whole: string): string {
  const url = whole.startsWith('/') ? whole : whole.replace(ORIGIN, '') || '/';
  if (!url.includes('%')) return url;
  const path = pathOf(url);
  if (STRAY.test(path)) return url;
  const plain = path.replace(NEEDLESS, (escaped) => String.fromCharCode(parseInt(escaped.slice(1), 16)));
  return plain + url.slice(path.length);
}

/** The address without its query. No array is made for it: it is asked of every request, also of those turned away. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

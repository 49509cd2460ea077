const [LINE_FEED, RETURN, SPACE, COLON, DELETE] = [0x0a, 0x0d, 0x20, 0x3a, 0x7f];
const TO_SMALL_LETTER = 0x20;
/** No other addresses: those that are always answered are not among these. */
const BEGINNINGS = ['GET', 'POST', 'PATCH', 'DELETE'].map((method) => ({
  method,
  bytes: Buffer.from(`${method} /v1/`),
}));
const VERSION = Buffer.from(' HTTP/1.1\r\n');

/** Headers that say where a request ends, or that the answer would have to heed. */
const TELLING = ['content-length', 'connection', 'transfer-encoding', 'expect', 'upgrade', 'x-request-id'];
/** What tells nearly all other names from these: how long they are, and what they begin with. */
const mark = (length: number, firstByte: number): number => length * 256 + (firstByte | TO_SMALL_LETTER);
const MARKS = new Set(TELLING.map((name) => mark(name.length, name.charCodeAt(0))));

/**
 * The method, when this is one request from its first byte to its last; undefined whenever there is any doubt. It is read
 * as bytes: most of a head is tokens and names that mean nothing here, and to make text of them first would cost more.
 */
export function methodOfWholeRequest(bytes: Buffer): string | undefined {
  const beginning = BEGINNINGS.find((known) => isAt(bytes, 0, known.bytes));
  if (beginning === undefined) return undefined;
  const endOfTarget = endOfWord(bytes, beginning.bytes.length);
  if (!isAt(bytes, endOfTarget, VERSION)) return undefined;
  return bytes.length === endToldBy(bytes, endOfTarget + VERSION.length) ? beginning.method : undefined;
}

/** Where the headers say that the request ends; undefined when they say anything that needs a closer look. */
function endToldBy(bytes: Buffer, firstLine: number): number | undefined {
  let bodyLength: number | undefined;
  let at = firstLine;
  while (bytes[at] !== RETURN) {
    const colon = endOfWord(bytes, at, COLON);
    const end = bytes.indexOf(LINE_FEED, colon);
    // No name, a space behind it, a line that goes on from the one before, or one that a bare line feed ends.
    if (colon === at || bytes[colon] !== COLON || bytes[end - 1] !== RETURN) return undefined;
    if (MARKS.has(mark(colon - at, bytes[at] ?? 0))) {
      const name = bytes.toString('latin1', at, colon).toLowerCase();
      const value = bytes.toString('latin1', colon + 1, end).trim();
      if (name === 'content-length' && bodyLength === undefined && /^\d{1,6}$/.test(value))
        bodyLength = Number(value);
      else if (TELLING.includes(name) && !(name === 'connection' && value.toLowerCase() === 'keep-alive'))
        return undefined;
    }
    at = end + 1;
  }
  return bytes[at + 1] === LINE_FEED ? at + 2 + (bodyLength ?? 0) : undefined;
}

/** Where something comes that is not visible, or not ASCII, or the given byte. */
function endOfWord(bytes: Buffer, from: number, stop = SPACE): number {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte <= SPACE || byte >= DELETE || byte === stop) return at;
  }
  return bytes.length;
}

function isAt(bytes: Buffer, at: number, expected: Buffer): boolean {
  for (let index = 0; index < expected.length; index += 1)
    if (bytes[at + index] !== expected[index]) return false;
  return true;
}

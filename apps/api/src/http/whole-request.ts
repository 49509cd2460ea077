const [LINE_FEED, RETURN, SPACE, COLON, DELETE] = [0x0a, 0x0d, 0x20, 0x3a, 0x7f];
const TO_SMALL_LETTER = 0x20;
const [ZERO, MOST_DIGITS] = [0x30, 6];

/** No other addresses: those that are always answered are not among these. */
const BEGINNINGS = ['GET', 'POST', 'PATCH', 'DELETE'].map((method) => ({
  method,
  bytes: Buffer.from(`${method} /v1/`),
}));
const VERSION = Buffer.from(' HTTP/1.1\r\n');
const LENGTH = Buffer.from('content-length');
/** Headers that say something else about where a request ends, or that the answer would have to heed. */
const TELLING = ['connection', 'transfer-encoding', 'expect', 'upgrade', 'x-request-id'].map((name) =>
  Buffer.from(name),
);

/**
 * The method, when this is one request from its first byte to its last; undefined whenever there is any doubt. It is read
 * as bytes: most of a head is tokens and names that mean nothing here, and to make text of them would cost more than all
 * the rest of a refusal that is ours.
 */
export function methodOfWholeRequest(bytes: Buffer): string | undefined {
  for (const { method, bytes: beginning } of BEGINNINGS)
    if (isAt(bytes, 0, beginning)) return isWhole(bytes, beginning.length) ? method : undefined;
  return undefined;
}

/** Whether the address, the headers and a body of the length that they tell are all there is. */
function isWhole(bytes: Buffer, address: number): boolean {
  const version = endOfWord(bytes, address, SPACE);
  if (!isAt(bytes, version, VERSION)) return false;
  let at = version + VERSION.length;
  let bodyLength: number | undefined;
  while (at < bytes.length && bytes[at] !== RETURN) {
    const colon = endOfWord(bytes, at, COLON);
    const end = endOfText(bytes, colon);
    // No name, a space behind it, a line that goes on from the one before, or one that does not end as it should.
    if (colon === at || bytes[colon] !== COLON || !isLineEnd(bytes, end)) return false;
    if (isNamed(bytes, at, colon, LENGTH)) {
      if (bodyLength !== undefined) return false;
      bodyLength = numberAt(bytes, colon + 1, end);
      if (bodyLength === undefined) return false;
    } else if (isTelling(bytes, at, colon) && !isKeptAlive(bytes, at, end)) return false;
    at = end + 2;
  }
  return isLineEnd(bytes, at) && bytes.length === at + 2 + (bodyLength ?? 0);
}

/** Where the given byte comes, or something that is not visible, or not ASCII. */
function endOfWord(bytes: Buffer, from: number, stop: number): number {
  let at = from;
  for (let byte = bytes[at]; byte !== undefined && byte > SPACE && byte < DELETE && byte !== stop;)
    byte = bytes[(at += 1)];
  return at;
}

function endOfText(bytes: Buffer, from: number): number {
  let at = from;
  for (let byte = bytes[at]; byte !== undefined && byte >= SPACE;) byte = bytes[(at += 1)];
  return at;
}

/** Undefined when it is no plain number, or a larger one than any body that is taken. */
function numberAt(bytes: Buffer, from: number, end: number): number | undefined {
  let at = from;
  while (bytes[at] === SPACE) at += 1;
  if (at === end || end - at > MOST_DIGITS) return undefined;
  let number = 0;
  for (; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return undefined;
    number = number * 10 + digit;
  }
  return number;
}

const isLineEnd = (bytes: Buffer, at: number): boolean => bytes[at] === RETURN && bytes[at + 1] === LINE_FEED;

function isTelling(bytes: Buffer, from: number, colon: number): boolean {
  for (const name of TELLING) if (isNamed(bytes, from, colon, name)) return true;
  return false;
}

/** The one thing that may be said of the connection: it is what would be done anyway. */
const isKeptAlive = (bytes: Buffer, from: number, end: number): boolean =>
  /^connection: *keep-alive$/i.test(bytes.toString('latin1', from, end));

function isNamed(bytes: Buffer, from: number, colon: number, name: Buffer): boolean {
  if (colon - from !== name.length) return false;
  for (let index = 0; index < name.length; index += 1)
    if (((bytes[from + index] ?? 0) | TO_SMALL_LETTER) !== name[index]) return false;
  return true;
}

function isAt(bytes: Buffer, at: number, expected: Buffer): boolean {
  for (let index = 0; index < expected.length; index += 1)
    if (bytes[at + index] !== expected[index]) return false;
  return true;
}

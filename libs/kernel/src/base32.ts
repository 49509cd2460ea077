/** Crockford's base32 in lower case. The alphabet is in ASCII order, so encoded ids sort like their bytes. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const ENCODED_LENGTH = 26;

// Hot path: 128 bits are one byte and six groups of 20 bits, and a group is 4 base32 digits or 5 hexadecimal digits.
// Converting group by group needs no intermediate byte array.
const PARTS = 6;

/** Undefined if the text is not a UUID. 26 digits hold 130 bits, so the first digit is at most 7. */
export function encodeBase32(uuid: string): string | undefined {
  if (uuid.length !== 36 || !hasHyphens(uuid)) return undefined;
  const first = hexBits(uuid, 0, 2);
  let text = pair(first);
  let combined = first;
  for (let part = 0; part < PARTS; part++) {
    const bits = hexBits(uuid, 2 + 5 * part, 5);
    combined |= bits;
    text += pair(bits >>> 10) + pair(bits & 1023);
  }
  return combined < 0 ? undefined : text;
}

export function decodeBase32(text: string): string | undefined {
  if (!isBase32(text, 0)) return undefined;
  let uuid = '';
  for (let index = 0; index < DECODED_BYTES.length; index++) {
    if (isHyphenIndex(uuid.length)) uuid += '-';
    uuid += HEX_BYTES[DECODED_BYTES[index] ?? 0] ?? '';
  }
  return uuid;
}

/** Decodes the last 26 characters into 16 bytes. Returns false if they are not a valid encoding. */
export function writeBase32(text: string, into: Uint8Array, at: number): boolean {
  const start = text.length - ENCODED_LENGTH;
  const first = start < 0 ? -1 : digitBits(text, start, 2);
  let combined = first > 255 ? -1 : first;
  into[at] = first;
  for (let pair = 0; pair < PARTS / 2; pair++) {
    const left = digitBits(text, start + 2 + 8 * pair, 4);
    const right = digitBits(text, start + 6 + 8 * pair, 4);
    combined |= left | right;
    const offset = at + 1 + 5 * pair;
    into[offset] = left >>> 12;
    into[offset + 1] = left >>> 4;
    into[offset + 2] = (left << 4) | (right >>> 16);
    into[offset + 3] = right >>> 8;
    into[offset + 4] = right;
  }
  return combined >= 0;
}

/** Scratch buffer, filled by `isBase32`. */
const DECODED_BYTES = new Uint8Array(16);

export const isBase32 = (text: string, from: number): boolean =>
  text.length - from === ENCODED_LENGTH && writeBase32(text, DECODED_BYTES, 0);

/** The first 48 bits of the encoded UUID: its timestamp. */
export function leadingBits(text: string): number {
  const start = text.length - ENCODED_LENGTH;
  return (
    (digitBits(text, start, 2) * 2 ** 20 + digitBits(text, start + 2, 4)) * 2 ** 20 +
    digitBits(text, start + 6, 4)
  );
}

const PAIRS = Array.from(
  { length: 1024 },
  (_, bits) => ALPHABET.charAt(bits >>> 5) + ALPHABET.charAt(bits & 31),
);
export const HEX_BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const DIGIT_VALUES = valuesOf(ALPHABET);
const HEX_VALUES = valuesOf('0123456789abcdef', 'ABCDEF');
const HEX_DIGIT_INDEXES = Array.from({ length: 36 }, (_, index) => index).filter(
  (index) => !isHyphenIndex(index),
);

const pair = (bits: number): string => PAIRS[bits] ?? '';

function digitBits(text: string, from: number, count: number): number {
  let bits = 0;
  for (let index = from; index < from + count; index++) {
    const value = DIGIT_VALUES[text.charCodeAt(index)] ?? -1;
    if (value < 0) return -1;
    bits = (bits << 5) | value;
  }
  return bits;
}

function hexBits(uuid: string, from: number, count: number): number {
  let bits = 0;
  for (let index = from; index < from + count; index++) {
    const value = HEX_VALUES[uuid.charCodeAt(HEX_DIGIT_INDEXES[index] ?? 0)] ?? -1;
    if (value < 0) return -1;
    bits = (bits << 4) | value;
  }
  return bits;
}

function isHyphenIndex(index: number): boolean {
  return index === 8 || index === 13 || index === 18 || index === 23;
}

function hasHyphens(uuid: string): boolean {
  return uuid[8] === '-' && uuid[13] === '-' && uuid[18] === '-' && uuid[23] === '-';
}

function valuesOf(digits: string, upperCaseDigits = ''): Int8Array {
  const values = new Int8Array(128).fill(-1);
  for (let value = 0; value < digits.length; value++) values[digits.charCodeAt(value)] = value;
  const offset = digits.length - upperCaseDigits.length;
  for (let index = 0; index < upperCaseDigits.length; index++) {
    values[upperCaseDigits.charCodeAt(index)] = offset + index;
  }
  return values;
}

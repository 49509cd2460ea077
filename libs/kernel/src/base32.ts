/** Crockford's alphabet, lower case: no i, l, o, u, and in ASCII order, so that encoded ids sort as their bytes do. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const ENCODED_LENGTH = 26;

// Every id of every request goes both ways several times. 128 bits are one byte and six parts of twenty bits, which
// are four digits here and five in hexadecimal: so a UUID is respelled part by part, and no bytes are needed.
const PARTS = 6;

/** A UUID as 26 digits, or undefined when it is none. 130 bits hold 128, so the first digit is at most 7. */
export function encodeBase32(uuid: string): string | undefined {
  if (uuid.length !== 36 || !hasHyphens(uuid)) return undefined;
  const first = hexBits(uuid, 0, 2);
  let text = pair(first);
  let wrong = first;
  for (let part = 0; part < PARTS; part++) {
    const bits = hexBits(uuid, 2 + 5 * part, 5);
    wrong |= bits;
    text += pair(bits >>> 10) + pair(bits & 1023);
  }
  return wrong < 0 ? undefined : text;
}

/** The UUID, or undefined unless the text is the one canonical spelling of some UUID. */
export function decodeBase32(text: string): string | undefined {
  if (!isBase32(text, 0)) return undefined;
  let uuid = '';
  for (let index = 0; index < DECODED_BYTES.length; index++) {
    if (isHyphenIndex(uuid.length)) uuid += '-';
    uuid += HEX_BYTES[DECODED_BYTES[index] ?? 0] ?? '';
  }
  return uuid;
}

/** Writes the 16 bytes of the UUID that the last digits of a text spell; false when they spell none. */
export function writeBase32(text: string, into: Uint8Array, at: number): boolean {
  const start = text.length - ENCODED_LENGTH;
  const first = start < 0 ? -1 : digitBits(text, start, 2);
  let wrong = first > 255 ? -1 : first;
  into[at] = first;
  for (let pair = 0; pair < PARTS / 2; pair++) {
    const left = digitBits(text, start + 2 + 8 * pair, 4);
    const right = digitBits(text, start + 6 + 8 * pair, 4);
    wrong |= left | right;
    const place = at + 1 + 5 * pair;
    into[place] = left >>> 12;
    into[place + 1] = left >>> 4;
    into[place + 2] = (left << 4) | (right >>> 16);
    into[place + 3] = right >>> 8;
    into[place + 4] = right;
  }
  return wrong >= 0;
}

/** What a text was last found to spell. */
const DECODED_BYTES = new Uint8Array(16);

/** Whether a text from some place on spells a UUID. To look takes a quarter of the time of spelling it. */
export const isBase32 = (text: string, from: number): boolean =>
  text.length - from === ENCODED_LENGTH && writeBase32(text, DECODED_BYTES, 0);

/** The first 48 bits of what the last digits of a text spell: ten digits, of which the first has three bits. */
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
/** Each byte in hexadecimal. */
export const HEX_BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const DIGIT_VALUES = valuesOf(ALPHABET);
const HEX_VALUES = valuesOf('0123456789abcdef', 'ABCDEF');
/** Where the digits of a UUID stand in its text, between the hyphens. */
const HEX_DIGIT_INDEXES = Array.from({ length: 36 }, (_, place) => place).filter(
  (place) => !isHyphenIndex(place),
);

const pair = (bits: number): string => PAIRS[bits] ?? '';

/** What some digits stand for, at most four of them; negative when one of them is none. */
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

function isHyphenIndex(place: number): boolean {
  return place === 8 || place === 13 || place === 18 || place === 23;
}

function hasHyphens(uuid: string): boolean {
  return uuid[8] === '-' && uuid[13] === '-' && uuid[18] === '-' && uuid[23] === '-';
}

/** By character code: the value of each digit, and -1 for what is none. Further spellings stand for the last values. */
function valuesOf(digits: string, upperCaseDigits = ''): Int8Array {
  const values = new Int8Array(128).fill(-1);
  for (let value = 0; value < digits.length; value++) values[digits.charCodeAt(value)] = value;
  const offset = digits.length - upperCaseDigits.length;
  for (let index = 0; index < upperCaseDigits.length; index++) {
    values[upperCaseDigits.charCodeAt(index)] = offset + index;
  }
  return values;
}

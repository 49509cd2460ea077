/** Crockford's alphabet, lower case: no i, l, o, u, and in ASCII order, so that encoded ids sort as their bytes do. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const VALUES = new Map(Array.from(ALPHABET, (digit, value) => [digit, value]));

export const ENCODED_LENGTH = 26;

/** Sixteen bytes as 26 digits. 130 bits hold 128, so the first digit is at most 7. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  // Two zero bits in front make 128 bits a whole number of digits.
  let bits = 2;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET.charAt((buffer >>> bits) & 31);
    }
    buffer &= (1 << bits) - 1;
  }
  return text;
}

/** The sixteen bytes, or undefined unless the text is the one canonical spelling of some sixteen bytes. */
export function decodeBase32(text: string): Uint8Array | undefined {
  if (text.length !== ENCODED_LENGTH) return undefined;
  const bytes = new Uint8Array(16);
  let buffer = 0;
  let bits = -2;
  let length = 0;
  for (const digit of text) {
    const value = VALUES.get(digit);
    if (value === undefined) return undefined;
    buffer = (buffer << 5) | value;
    bits += 5;
    if (length === 0 && bits === 3 && value > 7) return undefined;
    if (bits >= 8) {
      bits -= 8;
      bytes[length++] = (buffer >>> bits) & 255;
      buffer &= (1 << bits) - 1;
    }
  }
  return bytes;
}

import { invalidRequest } from './errors.js';

const CONTROL_CHARACTERS = '\\u0000-\\u001f\\u007f-\\u009f';
const UNCLEAN = new RegExp(`[${CONTROL_CHARACTERS}]|\\p{Cs}`, 'u');

// For JSON Schema. Without classes such as \p{Cs}, which not every regular expression engine supports.
export const TEXT_PATTERN = `^[^${CONTROL_CHARACTERS}]*$`;
/** Text with a character that is not white space. */
export const NAME_PATTERN = `^[^${CONTROL_CHARACTERS}]*[^\\s${CONTROL_CHARACTERS}][^${CONTROL_CHARACTERS}]*$`;

/** PostgreSQL rejects NUL, and UTF-8 encoding replaces lone surrogates. */
export const isCleanText = (text: string): boolean => !UNCLEAN.test(text);

/** Counts code points, so that an emoji outside the basic plane is one character. */
export const characterCount = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

export const isTextOfLength = (text: unknown, minLength: number, maxLength: number): text is string =>
  typeof text === 'string' &&
  text.length <= 2 * maxLength &&
  isCleanText(text) &&
  characterCount(text) >= minLength &&
  characterCount(text) <= maxLength;

const INVISIBLE = /[\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

export function requireName(text: string): string {
  const name = text.trim().normalize('NFC');
  if (!isTextOfLength(name, 1, 255) || name.replaceAll(INVISIBLE, '') === '')
    throw invalidRequest('name must have 1 to 255 printable characters.');
  return name;
}

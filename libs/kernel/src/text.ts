import { invalidRequest } from './errors.js';

const CONTROL_CHARACTERS = '\\u0000-\\u001f\\u007f-\\u009f';
const UNCLEAN = new RegExp(`[${CONTROL_CHARACTERS}]|\\p{Cs}`, 'u');

// They change the order in which the text around them is shown: a name with them can look like another one.
const BIDI_OVERRIDES = '\\u202a-\\u202e\\u2066-\\u2069';
const BIDI_OVERRIDE = new RegExp(`[${BIDI_OVERRIDES}]`);
const NOT_DISPLAYED = CONTROL_CHARACTERS + BIDI_OVERRIDES;

// For JSON Schema. Without classes such as \p{Cs}, which not every regular expression engine supports.
export const TEXT_PATTERN = `^[^${CONTROL_CHARACTERS}]*$`;
/** Text without bidirectional overrides. */
export const DISPLAYED_TEXT_PATTERN = `^[^${NOT_DISPLAYED}]*$`;
/** Displayed text with a character that is not white space. */
export const NAME_PATTERN = `^[^${NOT_DISPLAYED}]*[^\\s${NOT_DISPLAYED}][^${NOT_DISPLAYED}]*$`;

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

/** U+202A to U+202E and U+2066 to U+2069. The marks that right-to-left names need (U+200E, U+200F) are others. */
export const hasBidiOverride = (text: string): boolean => BIDI_OVERRIDE.test(text);

export const NO_BIDI_OVERRIDE =
  'must not contain bidirectional override characters (U+202A to U+202E, U+2066 to U+2069)';

const INVISIBLE = /[\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

export function requireName(text: string): string {
  const name = text.trim().normalize('NFC');
  if (hasBidiOverride(name)) throw invalidRequest(`name ${NO_BIDI_OVERRIDE}.`);
  if (!isTextOfLength(name, 1, 255) || name.replaceAll(INVISIBLE, '') === '')
    throw invalidRequest('name must have 1 to 255 printable characters.');
  return name;
}

import { invalidRequest } from './errors.js';

// C0 and C1 controls and DEL; a lone surrogate is what a Unicode-aware pattern sees as \p{Cs}.
const UNCLEAN = /[\u0000-\u001f\u007f-\u009f]|\p{Cs}/u;

/**
 * Text that every store keeps as it is. PostgreSQL refuses a NUL and silently replaces a lone surrogate in text, so
 * neither may get that far; other control characters have no place in a name or a reference.
 */
export const isCleanText = (text: string): boolean => !UNCLEAN.test(text);

/** Characters as a reader counts them: an emoji outside the basic plane is one. */
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

/** What a reader sees nothing of: blanks, marks of direction and of joining, fillers. */
const INVISIBLE = /[\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A name as it is kept: without the blanks around it, and each accent one with its letter, so that a search finds it. */
export function requireName(text: string): string {
  const name = text.trim().normalize('NFC');
  if (!isTextOfLength(name, 1, 255) || name.replaceAll(INVISIBLE, '') === '')
    throw invalidRequest('name must have 1 to 255 printable characters.');
  return name;
}

import { characterCount, invalidRequest } from '@florin/kernel';
import { COMMON_PASSWORDS } from './common-passwords.js';

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/**
 * Accepts any characters except lone surrogates, which UTF-8 encoding would replace before hashing. `ownNames` are the
 * name, username and email of the user, which are easy to guess.
 */
export function checkPassword(password: string, ownNames: readonly (string | null | undefined)[] = []): void {
  const length = password.length > 2 * MAX_PASSWORD_LENGTH ? password.length : characterCount(password);
  if (length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH) {
    throw invalidRequest(`password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`);
  }
  if (!password.isWellFormed()) throw invalidRequest('password must be well-formed Unicode text.');
  if (COMMON_PASSWORDS.has(password.toLowerCase())) {
    throw invalidRequest('password is too common. Choose one that is harder to guess.');
  }
  if (ownNames.some((name) => typeof name === 'string' && folded(name) === folded(password))) {
    throw invalidRequest('password must not be the name, username or email of the user.');
  }
}

const folded = (text: string): string => text.trim().normalize('NFC').toLowerCase();

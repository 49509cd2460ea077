import { characterCount, invalidRequest } from '@florin/kernel';
import { COMMON_PASSWORDS } from './common-passwords.js';

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** Words of this house, which whoever guesses at its doors tries too. docs/concepts/users.md lists them. */
export const HOUSE_WORDS: ReadonlySet<string> = new Set([
  'account',
  'admin',
  'florin',
  'florinaccount',
  'florinadmin',
  'florinpayments',
  'ledger',
  'owner',
  'payment',
  'payments',
]);

/**
 * Accepts any characters. A lone half of a surrogate pair is none, and would be hashed as something else. `names` is
 * what the user is called (email, username, name): a password that is no more than that is the first to be guessed.
 */
export function checkPassword(password: string, names: readonly (string | undefined)[] = []): void {
  const length = password.length > 2 * MAX_PASSWORD_LENGTH ? password.length : characterCount(password);
  if (length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH) {
    throw invalidRequest(`password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`);
  }
  if (!password.isWellFormed()) throw invalidRequest('password must be well-formed Unicode text');
  if (COMMON_PASSWORDS.has(password.toLowerCase())) {
    throw invalidRequest('password is one of the most common ones and would soon be guessed');
  }
  if (HOUSE_WORDS.has(lettersOf(password)) || names.some((name) => isLittleMoreThan(name, password))) {
    throw invalidRequest('password must be more than the name of the user or of this service');
  }
}

/** Too few letters may be the same by chance. */
const LETTERS_THAT_TELL = 4;

function isLittleMoreThan(name: string | undefined, password: string): boolean {
  if (name === undefined) return false;
  return [name, name.split('@', 1)[0] ?? name].some((text) => {
    const letters = lettersOf(text);
    const isSame = text.toLowerCase() === password.toLowerCase();
    return isSame || (letters.length >= LETTERS_THAT_TELL && letters === lettersOf(password));
  });
}

/** What is left without the digits and signs that are put around a word to make a password of it. */
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

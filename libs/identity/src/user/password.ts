import { characterCount, DomainError } from '@florin/kernel';
import { COMMON_PASSWORDS } from './common-passwords.js';

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

export type PasswordProblem = 'length' | 'characters' | 'common' | 'own_name';

const MESSAGES: Readonly<Record<PasswordProblem, string>> = {
  length: `password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
  characters: 'password must be well-formed Unicode text.',
  common: 'password is too common. Choose one that is harder to guess.',
  own_name: 'password must not be the name, username or email of the user.',
};

export class PasswordRefused extends DomainError<'invalid_request'> {
  constructor(readonly problem: PasswordProblem) {
    super('invalid_request', MESSAGES[problem]);
  }
}

/**
 * Accepts any characters except lone surrogates, which UTF-8 encoding would replace before hashing. `ownNames` are the
 * name, username and email of the user, which are easy to guess.
 */
export function checkPassword(password: string, ownNames: readonly (string | null | undefined)[] = []): void {
  const length = password.length > 2 * MAX_PASSWORD_LENGTH ? password.length : characterCount(password);
  if (length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH) throw new PasswordRefused('length');
  if (!password.isWellFormed() || password.includes('\0')) throw new PasswordRefused('characters');
  if (COMMON_PASSWORDS.has(password.toLowerCase())) throw new PasswordRefused('common');
  if (ownNames.some((name) => typeof name === 'string' && folded(name) === folded(password)))
    throw new PasswordRefused('own_name');
}

const folded = (text: string): string => text.trim().normalize('NFC').toLowerCase();

import { invalidRequest } from './errors.js';
import { isCleanText } from './text.js';

declare const email: unique symbol;
/** An address in its canonical form: lower case, Unicode NFC. */
export type Email = string & { readonly [email]: true };

// \p{Cf}: invisible characters, such as a zero-width space, would make two addresses look the same.
const LOCAL_PART = /^[^\s@"(),:;<>[\\\]\p{Cf}]{1,64}$/u;
// \p{M}: many scripts write vowels as combining marks. Lower-casing İ gives i + U+0307, which is a different domain.
const DOMAIN_LABEL = /^(?!.*i\u0307)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;
const MAX_LENGTH = 254;

export function parseEmail(input: unknown): Email | undefined {
  if (typeof input !== 'string' || input.length > MAX_LENGTH || !isCleanText(input)) return undefined;
  // Normalize before validating: it can lengthen the text and introduce other characters.
  const text = input.toLowerCase().normalize('NFC');
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const labels = text.slice(at + 1).split('.');
  if (
    at < 1 ||
    !LOCAL_PART.test(local) ||
    local.startsWith('.') ||
    local.endsWith('.') ||
    local.includes('..')
  ) {
    return undefined;
  }
  if (labels.length < 2 || !labels.every((label) => DOMAIN_LABEL.test(label))) return undefined;
  return text.length > MAX_LENGTH ? undefined : (text as Email);
}

export function requireEmail(text: unknown): Email {
  const email = parseEmail(text);
  if (email === undefined) throw invalidRequest('email must be an email address.');
  return email;
}

import { invalidRequest } from './errors.js';
import { isCleanText } from './text.js';

declare const email: unique symbol;
/** An address in the one spelling under which it is kept and compared. */
export type Email = string & { readonly [email]: true };

// \p{Cf}: what cannot be seen, such as a space without width, makes two addresses that nobody can tell apart.
const LOCAL_PART = /^[^\s@"(),:;<>[\\\]\p{Cf}]{1,64}$/u;
// Many alphabets write vowels as marks upon letters. But the dot that a Turkish İ leaves upon its i names another domain.
const DOMAIN_LABEL = /^(?!.*i\u0307)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;
const MAX_LENGTH = 254;

/** The address in lower case, each accent one with its letter, or undefined when no mail could be sent to it. */
export function parseEmail(given: unknown): Email | undefined {
  if (typeof given !== 'string' || given.length > MAX_LENGTH || !isCleanText(given)) return undefined;
  // The one spelling comes first: it can make a text longer and bring in characters that must be judged too.
  const text = given.toLowerCase().normalize('NFC');
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

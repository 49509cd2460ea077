import { isCleanText } from '@florin/kernel';
import { ApiError } from '../common/errors/api-error.js';
import { truncate } from '../common/errors/truncate.js';

/** A password is hashed, never displayed and never searched. */
const ANY_CHARACTER_FIELDS: ReadonlySet<string> = new Set(['password', 'current_password']);
const UNSTORABLE = /\u0000|\p{Cs}/u;

/** Checks every key and string of a parsed body, and counts the keys. Iterative, because the input may be deeply nested. */
export function inspectBody(body: object, maxDepth: number): number {
  let fields = 0;
  const stack: [container: object, path: string, depth: number][] = [[body, '', 1]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [container, path, depth] = next;
    if (depth > maxDepth) throw invalid(`The body must not nest more than ${maxDepth} levels deep.`);
    const isList = Array.isArray(container);
    for (const [key, value] of Object.entries(container) as [string, unknown][]) {
      if (!isList) inspectKey(key);
      if (!isList) fields += 1;
      const at = isList ? path : depth === 1 ? key : `${path}.${key}`;
      if (typeof value === 'string') inspectText(value, at, depth === 1 && ANY_CHARACTER_FIELDS.has(key));
      else if (typeof value === 'object' && value !== null) stack.push([value, at, depth + 1]);
    }
  }
  return fields;
}

function inspectKey(key: string): void {
  if (!isCleanText(key)) throw invalid('A field name contains a control character or a lone surrogate.');
  // Code that copies the object key by key would set its prototype.
  if (key === '__proto__') throw invalid('No field may be named __proto__.');
}

function inspectText(text: string, path: string, isAnyCharacter: boolean): void {
  if (isAnyCharacter ? !UNSTORABLE.test(text) : isCleanText(text)) return;
  const characters = isAnyCharacter ? 'NUL characters' : 'control characters';
  throw invalid(`${truncate(path)} must not contain ${characters} or lone surrogates.`);
}

/** The percent-encoding of the query must be valid UTF-8 without control characters. */
export function inspectQuery(url: string): void {
  const start = url.indexOf('?');
  if (start === -1 || !url.includes('%', start)) return;
  let text: string;
  try {
    text = decodeURIComponent(url.slice(start + 1));
  } catch {
    throw invalid('The query string contains an invalid percent-encoding.');
  }
  if (!isCleanText(text)) throw invalid('The query string must not contain control characters.');
}

const invalid = (message: string): ApiError => new ApiError('invalid_request', message);

import { randomUUID } from 'node:crypto';

/** The texts of a JSON document, in order; a key has its colon with it. Outside of them no quotation mark can stand. */
const TEXTS = /("(?:[^"\\]|\\.)*")(\s*:)?/gs;

/**
 * `JSON.parse`, but right about keys that are spelled with an escape. V8 can take such a key for another one that it
 * has met in the same place before: once it has read `{"a":1,"\\":2}`, it finds a key `\` in `{"a":1,"\u0062":2}`. So
 * these keys, which are rare, are read each by itself and stand under a plain name while the whole is parsed.
 */
export function parseJsonText(text: string): unknown {
  if (!text.includes('\\')) return JSON.parse(text);
  // First, because in a text that is no JSON a quotation mark need not be closed, and each would be followed to the end.
  const parsed: unknown = JSON.parse(text);
  const mark = randomUUID();
  const names = new Map<string, string>();
  const plain = text.replace(TEXTS, (whole, spelled: string, colon: string | undefined) => {
    if (colon === undefined || !spelled.includes('\\')) return whole;
    const name = `${mark} ${names.size}`;
    names.set(name, JSON.parse(spelled) as string);
    return `"${name}"${colon}`;
  });
  if (names.size === 0) return parsed;
  return JSON.parse(plain, (_, value: unknown) => withTrueNames(value, names));
}

function withTrueNames(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  if (!entries.some(([key]) => names.has(key))) return value;
  return Object.fromEntries(entries.map(([key, inside]) => [names.get(key) ?? key, inside as unknown]));
}

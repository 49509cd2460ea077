import { randomBytes } from 'node:crypto';

// V8's JSON.parse can mistake a key with an escape for another key: https://github.com/nodejs/node/issues/63785. Such keys
// are replaced by plain ones while the text is parsed, in linear time.
export function parseJsonText(text: string): unknown {
  const places = text.includes('\\') ? placesOfEscapedKeys(text) : [];
  if (places.length === 0) return JSON.parse(text);
  const placeholders = new Map<string, string>();
  const names: Names = new Map();
  let plain = '';
  let done = 0;
  for (const [from, to] of places) {
    const spelled = text.slice(from, to);
    const placeholder = placeholders.get(spelled) ?? `${PLACEHOLDER_PREFIX}${placeholders.size}`;
    if (!placeholders.has(spelled)) names.set(placeholder, JSON.parse(spelled) as string);
    placeholders.set(spelled, placeholder);
    plain += `${text.slice(done, from)}"${placeholder}"`;
    done = to;
  }
  return restoreKeys(JSON.parse(plain + text.slice(done)), names);
}

/** Random, so that callers cannot guess it. The same for all texts, because V8 is slow with objects of new keys. */
const PLACEHOLDER_PREFIX = randomBytes(9).toString('base64url');

type Names = Map<string, string>;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NOT_BLANK = /[^ \t\r\n]/g;

function placesOfEscapedKeys(text: string): [from: number, to: number][] {
  const places: [number, number][] = [];
  for (let from = text.indexOf('"'); from !== -1;) {
    let isEscaped = false;
    let end = from + 1;
    for (; end < text.length && text.charCodeAt(end) !== QUOTE; end += 1) {
      if (text.charCodeAt(end) !== BACKSLASH) continue;
      isEscaped = true;
      end += 1;
    }
    // Only a key is followed by a colon.
    if (isEscaped && nextAfter(text, end) === ':') places.push([from, end + 1]);
    from = text.indexOf('"', end + 1);
  }
  return places;
}

function nextAfter(text: string, end: number): string | undefined {
  NOT_BLANK.lastIndex = end + 1;
  return NOT_BLANK.exec(text)?.[0];
}

type Fields = Record<string, unknown>;

/** A list instead of recursion: the caller controls how deep the text is nested. */
function restoreKeys(parsed: unknown, names: Names): unknown {
  const root = [parsed];
  const open: object[] = [root];
  for (let inside = open.pop(); inside !== undefined; inside = open.pop()) {
    // `for in` creates no array of keys, and parsed objects have no inherited ones.
    if (!Array.isArray(inside)) for (const key in inside) rename(inside as Fields, key, names, open);
    else for (let index = 0; index < inside.length; index += 1) rename(inside, index, names, open);
  }
  return root[0];
}

function rename(inside: Fields | unknown[], key: string | number, names: Names, open: object[]): void {
  const value = (inside as Fields)[key];
  if (typeof value !== 'object' || value === null) return;
  if (!hasPlaceholder(value)) return void open.push(value);
  const renamed: Fields = {};
  for (const name in value) put(renamed, names.get(name) ?? name, (value as Fields)[name]);
  put(inside as Fields, key, renamed);
  open.push(renamed);
}

function hasPlaceholder(value: object): boolean {
  if (!Array.isArray(value)) for (const key in value) if (key.startsWith(PLACEHOLDER_PREFIX)) return true;
  return false;
}

function put(fields: Fields, key: string | number, value: unknown): void {
  if (key !== '__proto__') fields[key] = value;
  // An assignment would change the prototype.
  else Object.defineProperty(fields, key, { value, enumerable: true, writable: true, configurable: true });
}

import { randomBytes } from 'node:crypto';

/**
 * `JSON.parse`, but right about keys that are spelled with an escape. V8 can take such a key for another one that it
 * has met in the same place before: once it has read `{"a":1,"\\":2}`, it finds a key `\` in `{"a":1,"\u0062":2}`. So
 * these keys, which are rare, are read each by itself and stand under a plain name while the whole is parsed.
 * Works around https://github.com/nodejs/node/issues/63785.
 *
 * That they are rare does not mean that they are few: whoever likes can fill a page of a list with nothing else.
 */
export function parseJsonText(text: string): unknown {
  const places = text.includes('\\') ? placesOfEscapedKeys(text) : [];
  if (places.length === 0) return JSON.parse(text);
  const names = new StandIns();
  let plain = '';
  let done = 0;
  for (const [from, to] of places) {
    plain += `${text.slice(done, from)}"${names.standInFor(text.slice(from, to))}"`;
    done = to;
  }
  return withTrueNames(JSON.parse(plain + text.slice(done)), names);
}

/** No caller can foresee it. It stays the same, because V8 is slow with objects of keys that it has never met. */
const MARK = randomBytes(9).toString('base64url');

/** The plain names under which keys stand meanwhile. */
class StandIns {
  private readonly bySpelling = new Map<string, string>();
  private readonly trueNames = new Map<string, string>();

  standInFor(spelled: string): string {
    const known = this.bySpelling.get(spelled);
    if (known !== undefined) return known;
    const standIn = `${MARK}${this.bySpelling.size}`;
    this.bySpelling.set(spelled, standIn);
    this.trueNames.set(standIn, JSON.parse(spelled) as string);
    return standIn;
  }

  isStandIn(key: string): boolean {
    return key.startsWith(MARK);
  }

  trueNameOf(key: string): string {
    return this.trueNames.get(key) ?? key;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NOT_BLANK = /[^ \t\r\n]/g;

/** From where to where they stand, with their quotation marks. Looks at each character once, be it JSON or not. */
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
    // Of all texts only a key has a colon behind it.
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

/** Walks with a list of its own instead of the call stack: how deep a text nests was its writer's choice. */
function withTrueNames(parsed: unknown, names: StandIns): unknown {
  const root = [parsed];
  const open: object[] = [root];
  for (let inside = open.pop(); inside !== undefined; inside = open.pop()) {
    // By `for in`, which makes no list of the keys. What JSON spells has no keys but its own.
    if (!Array.isArray(inside)) for (const key in inside) rename(inside as Fields, key, names, open);
    else for (let index = 0; index < inside.length; index += 1) rename(inside, index, names, open);
  }
  return root[0];
}

function rename(inside: Fields | unknown[], key: string | number, names: StandIns, open: object[]): void {
  const value = (inside as Fields)[key];
  if (typeof value !== 'object' || value === null) return;
  const renamed = hasStandIn(value, names) ? withNamesOf(value as Fields, names) : value;
  if (renamed !== value) put(inside as Fields, key, renamed);
  open.push(renamed);
}

function hasStandIn(value: object, names: StandIns): boolean {
  if (!Array.isArray(value)) for (const key in value) if (names.isStandIn(key)) return true;
  return false;
}

function withNamesOf(fields: Fields, names: StandIns): Fields {
  const renamed: Fields = {};
  for (const key in fields) put(renamed, names.trueNameOf(key), fields[key]);
  return renamed;
}

function put(fields: Fields, key: string | number, value: unknown): void {
  if (key !== '__proto__') fields[key] = value;
  // An assignment would change what the object inherits from.
  else Object.defineProperty(fields, key, { value, enumerable: true, writable: true, configurable: true });
}

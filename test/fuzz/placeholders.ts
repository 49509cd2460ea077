/** Whose thing an id names: the caller's own, another account's, nobody's, or no id at all. */
export type Ownership = 'own' | 'foreign' | 'random' | 'malformed';

/** What a hole is filled with when the request is sent: only the running service knows its ids. */
export type ValueKind =
  | 'account'
  | 'transaction'
  | 'pending transaction'
  | 'settled payment'
  | 'payment request'
  | 'pending payment request'
  | 'page secret'
  | 'subscription'
  | 'user'
  | 'session'
  | 'key'
  | 'event'
  | 'audit entry'
  | 'currency'
  | 'email'
  | 'fresh email'
  | 'fresh username'
  | 'password'
  | 'refresh token'
  | 'instant';

const OWNERLESS: ReadonlySet<ValueKind> = new Set([
  'currency',
  'email',
  'fresh email',
  'fresh username',
  'password',
  'refresh token',
  'instant',
]);

/** A place in a generated request that is filled in later. A class, so that no generated value can look like one. */
export class Placeholder {
  constructor(
    readonly kind: ValueKind,
    readonly ownership: Ownership,
    /** Which of several; for an instant, how many seconds ahead. */
    readonly pick: number,
  ) {}

  /** Whether it names a thing that belongs to somebody. */
  get isId(): boolean {
    return !OWNERLESS.has(this.kind);
  }

  toString(): string {
    return `‹${this.ownership} ${this.kind} ${this.pick}›`;
  }
}

/** JSON as somebody might spell it by hand: numbers that no number type holds, words that are no JSON. */
export class RawJson {
  constructor(readonly json: string) {}

  toString(): string {
    return `‹json ${this.json.slice(0, 200)}›`;
  }
}

/** An object as its list of pairs, so that it may name a field twice. */
export class Pairs {
  constructor(readonly pairs: readonly (readonly [key: string, value: unknown])[]) {}

  toString(): string {
    return `{${this.pairs.map(([key, value]) => `${JSON.stringify(key)}: ${format(value)}`).join(', ')}}`;
  }
}

/** A generated value for a reader, holes and all. */
export function format(value: unknown): string {
  if (value instanceof Placeholder || value instanceof RawJson || value instanceof Pairs)
    return value.toString();
  if (Array.isArray(value)) return `[${value.map(format).join(', ')}]`;
  if (typeof value === 'object' && value !== null) return new Pairs(Object.entries(value)).toString();
  return value === undefined ? 'undefined' : JSON.stringify(value);
}

export type ResolvePlaceholder = (hole: Placeholder) => Promise<string>;

/** The JSON text of a generated value, its holes filled. Deep values are `Spelled`, so recursion is shallow. */
export async function jsonOf(value: unknown, resolve: ResolvePlaceholder): Promise<string> {
  if (value instanceof Placeholder) return JSON.stringify(await resolve(value));
  if (value instanceof RawJson) return value.json;
  if (Array.isArray(value)) {
    const items: string[] = [];
    for (const item of value) items.push(await jsonOf(item, resolve));
    return `[${items.join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const pairs = value instanceof Pairs ? value.pairs : Object.entries(value);
    const members: string[] = [];
    for (const [key, member] of pairs) {
      if (member !== undefined) members.push(`${JSON.stringify(key)}:${await jsonOf(member, resolve)}`);
    }
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

/** The plain text of a value in an address, a header or a form. */
export async function textOf(value: unknown, resolve: ResolvePlaceholder): Promise<string> {
  if (value instanceof Placeholder) return resolve(value);
  return typeof value === 'string' ? value : jsonOf(value, resolve);
}

/** An id of the caller's account, of another account, of no resource, or a malformed one. */
export type Ownership = 'own' | 'foreign' | 'random' | 'malformed';

/** The value that replaces a placeholder when the request is sent. */
export type ValueKind =
  | 'account'
  | 'transaction'
  | 'pending transaction'
  | 'settled payment'
  | 'transfer'
  | 'pending transfer'
  | 'destination account'
  | 'payment request'
  | 'pending payment request'
  | 'paid payment request'
  | 'refund'
  | 'page secret'
  | 'subscription'
  | 'webhook endpoint'
  | 'webhook delivery'
  | 'reconciliation'
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
  // Anyone may transfer money to any account.
  'destination account',
  'currency',
  'email',
  'fresh email',
  'fresh username',
  'password',
  'refresh token',
  'instant',
]);

/** Replaced by a value of the running service. A class, so that no generated value can be mistaken for one. */
export class Placeholder {
  constructor(
    readonly kind: ValueKind,
    readonly ownership: Ownership,
    /** Which of several; for an instant, how many seconds ahead. */
    readonly pick: number,
  ) {}

  /** Whether it is the id of a resource with an owner. */
  get isId(): boolean {
    return !OWNERLESS.has(this.kind);
  }

  toString(): string {
    return `‹${this.ownership} ${this.kind} ${this.pick}›`;
  }
}

/** JSON text as is: numbers out of range, invalid JSON. */
export class RawJson {
  constructor(readonly json: string) {}

  toString(): string {
    return `‹json ${this.json.slice(0, 200)}›`;
  }
}

/** An object as a list of pairs, so that it can contain a field twice. */
export class Pairs {
  constructor(readonly pairs: readonly (readonly [key: string, value: unknown])[]) {}

  toString(): string {
    return `{${this.pairs.map(([key, value]) => `${JSON.stringify(key)}: ${format(value)}`).join(', ')}}`;
  }
}

export function format(value: unknown): string {
  if (value instanceof Placeholder || value instanceof RawJson || value instanceof Pairs)
    return value.toString();
  if (Array.isArray(value)) return `[${value.map(format).join(', ')}]`;
  if (typeof value === 'object' && value !== null) return new Pairs(Object.entries(value)).toString();
  return value === undefined ? 'undefined' : JSON.stringify(value);
}

export type ResolvePlaceholder = (placeholder: Placeholder) => Promise<string>;

/** The JSON text with resolved placeholders. Deeply nested values are `RawJson`, so recursion is shallow. */
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

/** The text of a value in a URL, a header or a form. */
export async function textOf(value: unknown, resolve: ResolvePlaceholder): Promise<string> {
  if (value instanceof Placeholder) return resolve(value);
  return typeof value === 'string' ? value : jsonOf(value, resolve);
}

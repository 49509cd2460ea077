import { decodeBase32, encodeBase32 } from './base32.js';

/** The kinds of things that have an identity of their own, by the prefix their ids carry. */
export const PREFIXES = ['user', 'acct', 'txn', 'pay', 'sess', 'key', 'sub', 'evt', 'audit'] as const;
export type Prefix = (typeof PREFIXES)[number];

declare const kind: unique symbol;
/** `user_01k…`: a prefix and a UUIDv7 in base32. The brand keeps one kind from standing in for another. */
export type Id<P extends Prefix = Prefix> = string & { readonly [kind]: P };

export type UserId = Id<'user'>;
export type AccountId = Id<'acct'>;
export type TransactionId = Id<'txn'>;
export type PaymentRequestId = Id<'pay'>;
export type SessionId = Id<'sess'>;
export type ApiKeyId = Id<'key'>;
export type SubscriptionId = Id<'sub'>;
export type EventId = Id<'evt'>;
export type AuditId = Id<'audit'>;

/** Where new identities come from. Ids of one source sort in the order in which they were drawn. */
export abstract class Ids {
  abstract next<P extends Prefix>(prefix: P): Id<P>;
}

export function idFromUuid<P extends Prefix>(prefix: P, uuid: string): Id<P> {
  return `${prefix}_${encodeBase32(bytesOfUuid(uuid))}` as Id<P>;
}

/** The id that the text spells, or undefined: a malformed id is simply the id of nothing. */
export function parseId<P extends Prefix>(prefix: P, text: unknown): Id<P> | undefined {
  return uuidOf(prefix, text) === undefined ? undefined : (text as Id<P>);
}

export function uuidFromId(id: Id): string {
  const prefix = id.slice(0, id.indexOf('_')) as Prefix;
  const uuid = uuidOf(prefix, id);
  if (uuid === undefined) throw new Error(`Not an id: ${id}`);
  return uuid;
}

function uuidOf(prefix: Prefix, text: unknown): string | undefined {
  if (typeof text !== 'string' || !text.startsWith(`${prefix}_`)) return undefined;
  const bytes = decodeBase32(text.slice(prefix.length + 1));
  return bytes === undefined ? undefined : uuidOfBytes(bytes);
}

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function uuidOfBytes(bytes: Uint8Array): string {
  let text = '';
  for (const [index, byte] of bytes.entries()) {
    if (index === 4 || index === 6 || index === 8 || index === 10) text += '-';
    text += hex[byte] ?? '';
  }
  return text;
}

function bytesOfUuid(uuid: string): Uint8Array {
  const digits = uuid.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/i.test(digits)) throw new Error(`Not a UUID: ${uuid}`);
  const bytes = new Uint8Array(16);
  for (let index = 0; index < 16; index++)
    bytes[index] = Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16);
  return bytes;
}

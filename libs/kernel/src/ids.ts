import { decodeBase32, encodeBase32, isBase32, leadingBits } from './base32.js';

export const PREFIXES = [
  'user',
  'acct',
  'txn',
  'trf',
  'pay',
  're',
  'sess',
  'key',
  'sub',
  'evt',
  'audit',
  'whe',
  'whd',
  'pwr',
  'rcn',
  'rcl',
] as const;
export type Prefix = (typeof PREFIXES)[number];

declare const kind: unique symbol;
/** `user_01k…`: a prefix and a UUIDv7 in base32. Branded, so that ids of two kinds cannot be mixed up. */
export type Id<P extends Prefix = Prefix> = string & { readonly [kind]: P };

export type UserId = Id<'user'>;
export type AccountId = Id<'acct'>;
export type TransactionId = Id<'txn'>;
export type TransferId = Id<'trf'>;
export type PaymentRequestId = Id<'pay'>;
export type RefundId = Id<'re'>;
export type SessionId = Id<'sess'>;
export type ApiKeyId = Id<'key'>;
export type SubscriptionId = Id<'sub'>;
export type EventId = Id<'evt'>;
export type AuditId = Id<'audit'>;
export type WebhookEndpointId = Id<'whe'>;
export type WebhookDeliveryId = Id<'whd'>;
export type PasswordResetId = Id<'pwr'>;
export type ReconciliationId = Id<'rcn'>;
export type ReconciliationLineId = Id<'rcl'>;

/** Generates ids. Those of one source sort in the order of generation. */
export abstract class Ids {
  abstract next<P extends Prefix>(prefix: P): Id<P>;
}

export function idFromUuid<P extends Prefix>(prefix: P, uuid: string): Id<P> {
  const digits = encodeBase32(uuid);
  if (digits === undefined) throw new Error(`Not a UUID: ${uuid}`);
  return `${prefix}_${digits}` as Id<P>;
}

export function parseId<P extends Prefix>(prefix: P, text: unknown): Id<P> | undefined {
  if (typeof text !== 'string' || !text.startsWith(prefix) || text[prefix.length] !== '_') return undefined;
  return isBase32(text, prefix.length + 1) ? (text as Id<P>) : undefined;
}

export const prefixOf = <P extends Prefix>(id: Id<P>): P => id.slice(0, id.indexOf('_')) as P;

export function uuidFromId(id: Id): string {
  const uuid = decodeBase32(id.slice(id.indexOf('_') + 1));
  if (uuid === undefined) throw new Error(`Not an id: ${id}`);
  return uuid;
}

/** An id that sorts above `id`, by the random low 32 bits of `generated`, so that two processes get different ids. */
export function idAbove<P extends Prefix>(id: Id, generated: Id<P>): Id<P> {
  const step = bitsOf(generated) & 0xffff_ffffn;
  const uuid = (bitsOf(id) + step + 1n)
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return idFromUuid(prefixOf(generated), uuid);
}

export const sortsAbove = (id: Id, other: Id): boolean =>
  id.slice(id.indexOf('_')) > other.slice(other.indexOf('_'));

const bitsOf = (id: Id): bigint => BigInt(`0x${uuidFromId(id).replaceAll('-', '')}`);

/** When the id was generated: the first 48 bits of a UUIDv7 are milliseconds since the epoch. */
export const instantOfId = (id: Id): Date => new Date(leadingBits(id));

/** The lowest id of this instant, so that a time range can be queried as a range of ids. */
export function firstIdAt<P extends Prefix>(prefix: P, instant: Date): Id<P> {
  const milliseconds = Math.max(0, Math.min(instant.getTime(), 2 ** 48 - 1));
  const digits = milliseconds.toString(16).padStart(12, '0');
  return idFromUuid(prefix, `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`);
}

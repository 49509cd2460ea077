import { DomainError } from './errors.js';
import type { AccountId } from './ids.js';
import type { JsonObject } from './metadata.js';

export interface IdempotencyKey {
  /** Keys are scoped to the principal: two principals may use the same key. */
  readonly principal: string;
  /** The principal's account, or the one that the request names. The key is stored with that account. */
  readonly accountId: AccountId | undefined;
  /** The key is stored with this account too, and found with either. */
  readonly copyAccountId?: AccountId | undefined;
  readonly path: string;
  readonly key: string;
  readonly fingerprint: string;
}

/** The key, and its copy if it has one. */
export const placesOf = (key: IdempotencyKey): readonly IdempotencyKey[] =>
  key.copyAccountId === undefined
    ? [key]
    : [key, { ...key, accountId: key.copyAccountId, copyAccountId: undefined }];

export function requireSameRequest(request: IdempotencyKey, stored: { readonly fingerprint: string }): void {
  if (request.fingerprint === stored.fingerprint) return;
  throw new DomainError('idempotency_mismatch', 'This Idempotency-Key was used before with another request.');
}

export interface IdempotentRequest<Value> extends IdempotencyKey {
  /** The response that is stored and replayed when the request is repeated. */
  present(value: Value): JsonObject;
}

/** A new result, or the stored response of an earlier request with the same key. */
export type Outcome<Value> =
  | { readonly replayed: false; readonly value: Value }
  | { readonly replayed: true; readonly response: JsonObject };

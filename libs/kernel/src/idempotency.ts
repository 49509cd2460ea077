import { DomainError } from './errors.js';
import type { AccountId } from './ids.js';
import type { JsonObject } from './metadata.js';

/** A caller's word that every request under this key means one and the same thing. */
export interface IdempotencyKey {
  /** Whose key it is. Another principal's key of the same spelling is another key. */
  readonly principal: string;
  /** The principal's own account where it has one: keys live beside the account they belong to. */
  readonly accountId: AccountId | undefined;
  readonly path: string;
  readonly key: string;
  /** A digest of the request. The same key with another digest is a mistake of the caller's. */
  readonly fingerprint: string;
}

/** Refuses a request under a key that was kept for another one. */
export function requireSameRequest(request: IdempotencyKey, stored: { readonly fingerprint: string }): void {
  if (request.fingerprint === stored.fingerprint) return;
  throw new DomainError('idempotency_mismatch', 'This Idempotency-Key was used before with another request.');
}

/** How a creating request is done once: under which key, and what of the result is kept for those who ask again. */
export interface IdempotentRequest<Value> extends IdempotencyKey {
  present(value: Value): JsonObject;
}

/** Either it was done now, or it had been done before and this was the answer. */
export type Outcome<Value> =
  | { readonly replayed: false; readonly value: Value }
  | { readonly replayed: true; readonly response: JsonObject };

import {
  type AccountId,
  type ApiKeyId,
  invalidRequest,
  stateMachine,
  notBefore,
  requireName,
  transition,
  type UserId,
} from '@florin/kernel';
import type { ApiKeyKind } from '../access/principal.js';
import { refusal } from '../errors.js';

export const API_KEY_STATUSES = ['active', 'revoked'] as const;
export type ApiKeyStatus = (typeof API_KEY_STATUSES)[number];

/** The key itself is shown once, when it is created; only a digest and its last four characters are stored. */
export interface ApiKey {
  readonly id: ApiKeyId;
  readonly kind: ApiKeyKind;
  /** Undefined for platform keys. */
  readonly accountId: AccountId | undefined;
  /** Undefined if an earlier release created the key and did not record its creator. */
  readonly createdBy: UserId | undefined;
  readonly name: string;
  readonly digest: string;
  readonly lastFour: string;
  readonly status: ApiKeyStatus;
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
  readonly lastUsedAt: Date | undefined;
  readonly revokedAt: Date | undefined;
}

export const API_KEY_STATE_MACHINE = stateMachine<ApiKeyStatus, 'revoke'>({
  initial: ['active'],
  transitions: { active: { revoke: 'revoked' }, revoked: {} },
});

/** Derives keys from their ids, so that a replayed response can contain a key that is not stored. */
export abstract class ApiKeySecrets {
  abstract keyOf(id: ApiKeyId): string;
  abstract digestOf(key: string): string;
}

const LAST_CHARACTERS = 4;

export interface ApiKeyInput {
  readonly id: ApiKeyId;
  readonly kind: ApiKeyKind;
  readonly accountId: AccountId | undefined;
  readonly createdBy: UserId | undefined;
  readonly name: string;
  readonly expiresAt: Date | undefined;
}

export function issue(input: ApiKeyInput, secrets: ApiKeySecrets, now: Date): ApiKey {
  const name = requireName(input.name);
  if (input.expiresAt !== undefined && input.expiresAt <= now)
    throw invalidRequest('expires_at must be in the future.');
  const key = secrets.keyOf(input.id);
  return {
    ...input,
    name,
    digest: secrets.digestOf(key),
    lastFour: key.slice(-LAST_CHARACTERS),
    status: 'active',
    createdAt: now,
    lastUsedAt: undefined,
    revokedAt: undefined,
  };
}

export const apiKeyNotFound = () => refusal('not_found', 'There is no such API key.');

export function revoke(apiKey: ApiKey, now: Date): ApiKey {
  const status = transition(API_KEY_STATE_MACHINE, apiKey.status, 'revoke', apiKeyNotFound);
  return { ...apiKey, status, revokedAt: notBefore(apiKey.createdAt, now) };
}

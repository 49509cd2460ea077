import type { AccountId, ApiKeyId, SessionId, UserId } from '@florin/kernel';

/** Owners and members belong to exactly one account; admins and users to none. */
export const USER_ROLES = ['admin', 'owner', 'member', 'user'] as const;
export type UserRole = (typeof USER_ROLES)[number];

export const API_KEY_KINDS = ['account', 'platform'] as const;
export type ApiKeyKind = (typeof API_KEY_KINDS)[number];

interface AccountScoped {
  readonly accountId?: AccountId;
}

export interface UserPrincipal extends AccountScoped {
  readonly kind: 'user';
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly role: UserRole;
}

export interface KeyPrincipal extends AccountScoped {
  readonly kind: 'key';
  readonly keyId: ApiKeyId;
  readonly keyKind: ApiKeyKind;
}

export interface AnonymousPrincipal {
  readonly kind: 'anonymous';
}

export type Principal = UserPrincipal | KeyPrincipal | AnonymousPrincipal;

export const ANONYMOUS: AnonymousPrincipal = { kind: 'anonymous' };

/** The columns of the permission table. */
export const ROLES = [
  'anonymous',
  'user',
  'member',
  'owner',
  'account_key',
  'platform_key',
  'admin',
] as const;
export type Role = (typeof ROLES)[number];

export function roleOf(principal: Principal): Role {
  switch (principal.kind) {
    case 'user':
      return principal.role;
    case 'key':
      return `${principal.keyKind}_key`;
    case 'anonymous':
      return 'anonymous';
  }
}

/** Identifies the caller in idempotency keys, rate limits and the audit trail. */
export function nameOf(principal: Principal): string {
  switch (principal.kind) {
    case 'user':
      return principal.userId;
    case 'key':
      return principal.keyId;
    case 'anonymous':
      return 'anonymous';
  }
}

export const accountOf = (principal: Principal): AccountId | undefined =>
  principal.kind === 'anonymous' ? undefined : principal.accountId;

import type { AccountId, ApiKeyId, SessionId, UserId } from '@florin/kernel';
import type { ApiKeyStatus } from '../api-key/api-key.js';
import type { SessionStatus } from '../session/session.js';
import { isActive } from '../user/is-active.js';
import type { UserStatus } from '../user/user.js';
import type { ApiKeyKind, KeyPrincipal, UserPrincipal, UserRole } from './principal.js';

interface CallerAccount {
  readonly accountId: AccountId | undefined;
  readonly accountIsClosed: boolean;
}

export interface CurrentSession extends CallerAccount {
  readonly sessionId: SessionId;
  readonly status: SessionStatus;
  readonly expiresAt: Date;
  readonly userId: UserId;
  readonly userStatus: UserStatus;
  readonly role: UserRole;
}

export interface CurrentApiKey extends CallerAccount {
  readonly keyId: ApiKeyId;
  readonly kind: ApiKeyKind;
  readonly status: ApiKeyStatus;
  readonly expiresAt: Date | undefined;
  /** True if the creator is not recorded. */
  readonly creatorIsActive: boolean;
}

/** Read on every request and never cached, so a revocation takes effect on every instance with the next request. */
export abstract class SessionStatusReader {
  abstract findSession(id: SessionId): Promise<CurrentSession | undefined>;
  abstract findApiKey(digest: string): Promise<CurrentApiKey | undefined>;
}

/** Undefined if the session has ended or expired, the user is not active or the account is closed. */
export function principalOfSession(session: CurrentSession, now: Date): UserPrincipal | undefined {
  const { status, expiresAt, userStatus, accountIsClosed, userId, sessionId, role } = session;
  if (status !== 'active' || now >= expiresAt || !isActive(userStatus, accountIsClosed)) return undefined;
  return { kind: 'user', userId, sessionId, role, ...accountIdOf(session) };
}

/** A platform key has the permissions of its admin, so it works only while that admin is active. */
export function principalOfApiKey(apiKey: CurrentApiKey, now: Date): KeyPrincipal | undefined {
  const { status, expiresAt, accountIsClosed, keyId, kind, creatorIsActive } = apiKey;
  const isExpired = expiresAt !== undefined && now >= expiresAt;
  if (status !== 'active' || isExpired || accountIsClosed) return undefined;
  if (kind === 'platform' && !creatorIsActive) return undefined;
  return { kind: 'key', keyId, keyKind: kind, ...accountIdOf(apiKey) };
}

const accountIdOf = ({ accountId }: CallerAccount) => (accountId === undefined ? {} : { accountId });

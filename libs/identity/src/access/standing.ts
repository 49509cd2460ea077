import type { AccountId, ApiKeyId, SessionId, UserId } from '@florin/kernel';
import type { ApiKeyStatus } from '../api-key/api-key.js';
import type { SessionStatus } from '../session/session.js';
import { mayAct } from '../user/may-act.js';
import type { UserStatus } from '../user/user.js';
import type { ApiKeyKind, KeyPrincipal, UserPrincipal, UserRole } from './principal.js';

/** How the account behind a session or a key stands, where there is one. */
interface AccountStanding {
  readonly accountId: AccountId | undefined;
  readonly accountIsClosed: boolean;
}

/** How a session stands at this moment, with the user and the account behind it. */
export interface SessionStanding extends AccountStanding {
  readonly sessionId: SessionId;
  readonly status: SessionStatus;
  readonly expiresAt: Date;
  readonly userId: UserId;
  readonly userStatus: UserStatus;
  readonly role: UserRole;
}

export interface ApiKeyStanding extends AccountStanding {
  readonly keyId: ApiKeyId;
  readonly kind: ApiKeyKind;
  readonly status: ApiKeyStatus;
  readonly expiresAt: Date | undefined;
}

/**
 * Asked on every request, and never answered from memory: what was revoked on any instance before the question is
 * revoked in the answer. Questions that come together may be put to the database together.
 */
export abstract class Standings {
  abstract ofSession(id: SessionId): Promise<SessionStanding | undefined>;
  abstract ofApiKey(digest: string): Promise<ApiKeyStanding | undefined>;
}

/** The principal that a session stands for, or undefined when it stands for nobody any more. */
export function principalOfSession(standing: SessionStanding, now: Date): UserPrincipal | undefined {
  const { status, expiresAt, userStatus, accountIsClosed, userId, sessionId, role } = standing;
  if (status !== 'active' || now >= expiresAt || !mayAct(userStatus, accountIsClosed)) return undefined;
  return { kind: 'user', userId, sessionId, role, ...accountIn(standing) };
}

export function principalOfApiKey(standing: ApiKeyStanding, now: Date): KeyPrincipal | undefined {
  const { status, expiresAt, accountIsClosed, keyId, kind } = standing;
  const isExpired = expiresAt !== undefined && now >= expiresAt;
  if (status !== 'active' || isExpired || accountIsClosed) return undefined;
  return { kind: 'key', keyId, keyKind: kind, ...accountIn(standing) };
}

const accountIn = ({ accountId }: AccountStanding) => (accountId === undefined ? {} : { accountId });

import type { AccountId, SessionId, UserId } from '@florin/kernel';
import type { UserRole } from '../access/principal.js';
import type { User } from '../user/user.js';
import type { Session } from './session.js';

/** Every request looks up the session by its id; role and account are information for the client. */
export interface AccessClaims {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly role: UserRole;
  readonly accountId: AccountId | undefined;
}

export interface RefreshClaims {
  readonly sessionId: SessionId;
  readonly generation: number;
}

/** Creates and reads tokens without storing them: access tokens are signed, refresh tokens derived. */
export abstract class TokenIssuer {
  abstract readonly accessLifetimeSeconds: number;
  abstract accessToken(claims: AccessClaims, now: Date): string;
  /** Deterministic for a session and generation, so that a lost response can be repeated. */
  abstract refreshToken(claims: RefreshClaims): string;
  /** Undefined for a token that this issuer did not create. */
  abstract readRefreshToken(token: string): RefreshClaims | undefined;
}

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
}

export function tokensFor(issuer: TokenIssuer, user: User, session: Session, now: Date): Tokens {
  const { id: sessionId, generation } = session;
  const { id: userId, role, accountId } = user;
  return {
    accessToken: issuer.accessToken({ userId, sessionId, role, accountId }, now),
    refreshToken: issuer.refreshToken({ sessionId, generation }),
    expiresInSeconds: issuer.accessLifetimeSeconds,
  };
}

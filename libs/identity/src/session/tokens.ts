import type { AccountId, SessionId, UserId } from '@florin/kernel';
import type { UserRole } from '../access/principal.js';
import type { User } from '../user/user.js';
import type { Session } from './session.js';

/** What an access token says. The session it names is looked up on every request; the rest is for the client. */
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

/** Makes and reads tokens. Nothing it makes is stored: access tokens are signed, refresh tokens derived. */
export abstract class TokenIssuer {
  abstract readonly accessLifetimeSeconds: number;
  abstract accessToken(claims: AccessClaims, now: Date): string;
  /** The same session and generation always give the same token, which is how a lost answer can be given again. */
  abstract refreshToken(claims: RefreshClaims): string;
  /** Undefined for anything that this issuer did not make. */
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

import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import { type AccessClaims, type RefreshClaims, TokenIssuer } from '@florin/identity';
import { deriveKey, DerivedRefreshTokens } from '@florin/infrastructure';
import { parseId } from '@florin/kernel';
import jwt from 'jsonwebtoken';

const ISSUER = 'florin';
const AUDIENCE = 'florin-api';
const TYPE = 'access';
const HEADER_TYPE = 'at+jwt';

/** Everything is pinned: an attacker could choose whatever is not. */
export const VERIFICATION = {
  algorithms: ['HS256' as const],
  issuer: ISSUER,
  audience: AUDIENCE,
  complete: true as const,
};

/** A key object, because jsonwebtoken tries to parse a string as a public key on every request. */
export const accessTokenKey = (secret: string): KeyObject => createSecretKey(Buffer.from(secret, 'utf8'));

/** The claims that the server uses; the other claims are for clients. */
export interface TokenClaims extends Pick<AccessClaims, 'userId' | 'sessionId'> {
  readonly expiresAtMs: number;
}

/** Undefined if the token has a valid signature but is not an access token. */
export function claimsIn(token: jwt.Jwt): TokenClaims | undefined {
  const { header, payload } = token;
  if (header.typ !== HEADER_TYPE || typeof payload === 'string') return undefined;
  const userId = parseId('user', payload.sub);
  const sessionId = parseId('sess', payload.sid);
  if (payload.typ !== TYPE || payload.exp === undefined || !userId || !sessionId) return undefined;
  return { userId, sessionId, expiresAtMs: payload.exp * 1000 };
}

export class JwtTokenIssuer extends TokenIssuer {
  private readonly key: KeyObject;
  private readonly refreshTokens: DerivedRefreshTokens;

  constructor(
    secret: string,
    readonly accessLifetimeSeconds: number,
  ) {
    super();
    this.key = accessTokenKey(secret);
    this.refreshTokens = new DerivedRefreshTokens(deriveKey(secret, 'refresh token'));
  }

  accessToken({ userId, sessionId, role, accountId }: AccessClaims, now: Date): string {
    const issuedAt = Math.floor(now.getTime() / 1000);
    const claims = {
      sid: sessionId,
      role,
      ...(accountId !== undefined && { account: accountId }),
      typ: TYPE,
    };
    return jwt.sign({ ...claims, iat: issuedAt, exp: issuedAt + this.accessLifetimeSeconds }, this.key, {
      algorithm: 'HS256',
      header: { alg: 'HS256', typ: HEADER_TYPE },
      issuer: ISSUER,
      audience: AUDIENCE,
      subject: userId,
      // Without it, two tokens that a session gets within one second would be equal.
      jwtid: randomUUID(),
    });
  }

  refreshToken(claims: RefreshClaims): string {
    return this.refreshTokens.issue(claims);
  }

  readRefreshToken(token: string): RefreshClaims | undefined {
    return this.refreshTokens.read(token);
  }
}

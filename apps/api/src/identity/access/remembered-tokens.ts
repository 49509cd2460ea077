import type { AccessClaims } from '@florin/identity';

export interface TokenClaims extends Pick<AccessClaims, 'userId' | 'sessionId'> {
  readonly expiresAtMs: number;
}

const MOST = 5_000;

/**
 * Tokens whose signature was found right, so that it need not be computed again for each of a client's requests. Only
 * what a token says for ever is remembered, never how its session stands. Kept in two halves: when the newer is full, it
 * becomes the older and takes its place, so that what nobody used meanwhile is forgotten.
 */
export class RememberedTokens {
  private newer = new Map<string, TokenClaims>();
  private older = new Map<string, TokenClaims>();

  constructor(private readonly most = MOST) {}

  claimsOf(token: string, nowMs: number): TokenClaims | undefined {
    const claims = this.newer.get(token) ?? this.revive(token);
    if (claims === undefined || nowMs < claims.expiresAtMs) return claims;
    this.newer.delete(token);
    return undefined;
  }

  add(token: string, claims: TokenClaims): void {
    if (this.newer.size >= this.most / 2)
      [this.newer, this.older] = [new Map<string, TokenClaims>(), this.newer];
    this.newer.set(token, claims);
  }

  private revive(token: string): TokenClaims | undefined {
    const claims = this.older.get(token);
    if (claims !== undefined) this.add(token, claims);
    return claims;
  }
}

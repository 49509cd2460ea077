import type { AccessClaims } from '@florin/identity';

export interface TokenClaims extends Pick<AccessClaims, 'userId' | 'sessionId'> {
  readonly expiresAtMs: number;
}

const MOST = 5_000;

/**
 * Tokens whose signature was found right, so that it need not be computed again for each of a client's requests. Only
 * what a token says for ever is remembered, never how its session stands. The least recently used are forgotten first.
 */
export class RememberedTokens {
  private readonly known = new Map<string, TokenClaims>();

  constructor(private readonly most = MOST) {}

  claimsOf(token: string, nowMs: number): TokenClaims | undefined {
    const claims = this.known.get(token);
    if (claims === undefined) return undefined;
    this.known.delete(token);
    if (nowMs >= claims.expiresAtMs) return undefined;
    this.known.set(token, claims);
    return claims;
  }

  add(token: string, claims: TokenClaims): void {
    this.known.set(token, claims);
    if (this.known.size <= this.most) return;
    const [oldest] = this.known.keys();
    if (oldest !== undefined) this.known.delete(oldest);
  }
}

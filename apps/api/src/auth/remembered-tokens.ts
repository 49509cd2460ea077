import type { AccessClaims } from '@florin/identity';
import { endOf, isShort } from './bearer.js';
import { RecentlyUsed } from './recently-used.js';

export interface TokenClaims extends Pick<AccessClaims, 'userId' | 'sessionId'> {
  readonly expiresAtMs: number;
}

interface Remembered {
  readonly header: string;
  readonly claims: TokenClaims;
}

const MOST = 5_000;

/**
 * Tokens whose signature was found right, so that it need not be computed again for each of a client's requests. Only
 * what a token says for ever is remembered, never how its session stands.
 *
 * They are known by the whole header that brought one, which need not be taken apart then. It is found by its end.
 */
export class RememberedTokens {
  private readonly known: RecentlyUsed<Remembered>;

  constructor(most = MOST) {
    this.known = new RecentlyUsed(most);
  }

  claimsOf(header: string, nowMs: number): TokenClaims | undefined {
    const end = endOf(header);
    const found = this.known.get(end);
    if (found?.header !== header) return undefined;
    if (nowMs < found.claims.expiresAtMs) return found.claims;
    this.known.delete(end);
    return undefined;
  }

  add(header: string, claims: TokenClaims): void {
    if (isShort(header)) this.known.set(endOf(header), { header, claims });
  }
}

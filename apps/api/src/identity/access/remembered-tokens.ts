import type { AccessClaims } from '@florin/identity';
import { RecentlyUsed } from './recently-used.js';

export interface TokenClaims extends Pick<AccessClaims, 'userId' | 'sessionId'> {
  readonly expiresAtMs: number;
}

interface Remembered {
  readonly header: string;
  readonly claims: TokenClaims;
}

const MOST = 5_000;
/** More than twice what a header with one of our tokens has. Only blanks make it longer, as many as a header holds. */
const LONGEST = 1_000;

/**
 * Tokens whose signature was found right, so that it need not be computed again for each of a client's requests. Only
 * what a token says for ever is remembered, never how its session stands.
 *
 * They are known by the whole header that brought one, which need not be taken apart then. It is found by its end, where
 * the signature is: to make a hash of all of it takes longer than anything else that is done with a token here.
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
    if (header.length <= LONGEST) this.known.set(endOf(header), { header, claims });
  }
}

const END_LENGTH = 32;
const endOf = (header: string): string => header.slice(-END_LENGTH);

import type { AccessClaims } from '@florin/identity';

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
 * what a token says for ever is remembered, never how its session stands. Kept in two halves: when the newer is full, it
 * becomes the older and takes its place, so that what nobody used meanwhile is forgotten.
 *
 * They are known by the whole header that brought one, which need not be taken apart then. It is found by its end, where
 * the signature is: to make a hash of all of it takes longer than anything else that is done with a token here.
 */
export class RememberedTokens {
  private newer = new Map<string, Remembered>();
  private older = new Map<string, Remembered>();

  constructor(private readonly most = MOST) {}

  claimsOf(header: string, nowMs: number): TokenClaims | undefined {
    const end = endOf(header);
    const found = this.newer.get(end) ?? this.revive(end);
    if (found?.header !== header) return undefined;
    if (nowMs < found.claims.expiresAtMs) return found.claims;
    this.newer.delete(end);
    return undefined;
  }

  add(header: string, claims: TokenClaims): void {
    this.keep(endOf(header), { header, claims });
  }

  private keep(end: string, remembered: Remembered): void {
    if (this.newer.size >= this.most / 2)
      [this.newer, this.older] = [new Map<string, Remembered>(), this.newer];
    this.newer.set(end, remembered);
  }

  private revive(end: string): Remembered | undefined {
    const found = this.older.get(end);
    if (found !== undefined) this.keep(end, found);
    return found;
  }
}

const END_LENGTH = 32;
const endOf = (header: string): string => header.slice(-END_LENGTH);

import type { Clock } from '@florin/kernel';
import type { ApiKeySecrets } from '../api-key/api-key.js';
import type { AccessClaims } from '../session/tokens.js';
import { unauthenticated } from './access.js';
import type { KeyPrincipal, UserPrincipal } from './principal.js';
import { principalOfApiKey, principalOfSession, type Standings } from './standing.js';

/** Turns what a caller presented into a principal, by how things stand now and not when the token was made. */
export class Authenticate {
  constructor(
    private readonly standings: Standings,
    private readonly secrets: ApiKeySecrets,
    private readonly clock: Clock,
  ) {}

  /** The claims' signature and expiry have been verified. Role and account are taken from the user as it is today. */
  async bySession(claims: Pick<AccessClaims, 'userId' | 'sessionId'>): Promise<UserPrincipal> {
    const standing = await this.standings.ofSession(claims.sessionId);
    const principal = standing && principalOfSession(standing, this.clock.now());
    if (principal?.userId !== claims.userId) throw unauthenticated();
    return principal;
  }

  async byApiKey(key: string): Promise<KeyPrincipal> {
    const standing = await this.standings.ofApiKey(this.secrets.digestOf(key));
    const principal = standing && principalOfApiKey(standing, this.clock.now());
    if (principal === undefined) throw unauthenticated();
    return principal;
  }
}

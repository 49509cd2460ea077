import type { Clock } from '@florin/kernel';
import type { ApiKeySecrets } from '../api-key/api-key.js';
import type { AccessClaims } from '../session/tokens.js';
import { unauthenticated } from './access.js';
import type { KeyPrincipal, UserPrincipal } from './principal.js';
import { principalOfApiKey, principalOfSession, type SessionStatusReader } from './session-status.js';

/** Turns credentials into a principal, by the session, user and account as they are now. */
export class Authenticate {
  constructor(
    private readonly sessionStatus: SessionStatusReader,
    private readonly secrets: ApiKeySecrets,
    private readonly clock: Clock,
  ) {}

  /** The claims' signature and expiry have been verified. Role and account are taken from the user as it is today. */
  async bySession(claims: Pick<AccessClaims, 'userId' | 'sessionId'>): Promise<UserPrincipal> {
    const session = await this.sessionStatus.findSession(claims.sessionId);
    const principal = session && principalOfSession(session, this.clock.now());
    if (principal?.userId !== claims.userId) throw unauthenticated();
    return principal;
  }

  async byApiKey(key: string): Promise<KeyPrincipal> {
    const apiKey = await this.sessionStatus.findApiKey(this.secrets.digestOf(key));
    const principal = apiKey && principalOfApiKey(apiKey, this.clock.now());
    if (principal === undefined) throw unauthenticated();
    return principal;
  }
}

import type { Clock } from '@florin/kernel';
import type { ApiKeySecrets } from '../api-key/api-key.js';
import type { AccessClaims } from '../session/tokens.js';
import { invalidToken } from './access.js';
import type { KeyPrincipal, UserPrincipal } from './principal.js';
import { principalOfApiKey, principalOfSession, type SessionStatusReader } from './session-status.js';

/** Resolves credentials to a principal from the current rows of the session, user and account. */
export class Authenticate {
  constructor(
    private readonly sessionStatus: SessionStatusReader,
    private readonly secrets: ApiKeySecrets,
    private readonly clock: Clock,
  ) {}

  /** Expects verified claims. Role and account come from the user's row, not from the token. */
  async bySession(claims: Pick<AccessClaims, 'userId' | 'sessionId'>): Promise<UserPrincipal> {
    const session = await this.sessionStatus.findSession(claims.sessionId);
    const principal = session && principalOfSession(session, this.clock.now());
    if (principal?.userId !== claims.userId) throw invalidToken();
    return principal;
  }

  async byApiKey(key: string): Promise<KeyPrincipal> {
    const apiKey = await this.sessionStatus.findApiKey(this.secrets.digestOf(key));
    const principal = apiKey && principalOfApiKey(apiKey, this.clock.now());
    if (principal === undefined) throw invalidToken();
    return principal;
  }
}

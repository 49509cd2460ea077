import type { Clock, Ids } from '@florin/kernel';
import { auditEntry, type Caller } from '../audit/audit.js';
import type { IdentityStores, IdentityUnitOfWork } from '../stores.js';
import { end, isLive, type Session } from './session.js';
import type { RefreshClaims, TokenIssuer } from './tokens.js';

/** A logout with the refresh token, for browsers whose access token may have expired. */
export class EndSessionByToken {
  constructor(
    private readonly unitOfWork: IdentityUnitOfWork,
    private readonly issuer: TokenIssuer,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Idempotent: an invalid token and the token of a session that has ended do nothing. */
  async execute(caller: Caller, refreshToken: string): Promise<void> {
    const claims = this.issuer.readRefreshToken(refreshToken);
    if (claims === undefined) return;
    await this.unitOfWork.run(
      (stores) => this.endSession(stores, caller, claims),
      undefined,
      claims.sessionId,
    );
  }

  /** Also for a spent token: its reuse would end the session, too. */
  private async endSession(
    stores: IdentityStores,
    caller: Caller,
    { sessionId, generation }: RefreshClaims,
  ): Promise<void> {
    const now = this.clock.now();
    const session = await stores.sessions.lock(sessionId);
    if (session === undefined || !isLive(session, now) || generation > session.generation) return;
    await stores.sessions.save(end(session, 'logout', now));
    await this.recordEnd(stores, caller, session, now);
  }

  private async recordEnd(
    { users, audit }: IdentityStores,
    caller: Caller,
    { id, userId }: Session,
    now: Date,
  ): Promise<void> {
    const user = await users.find(userId);
    const principal = user && ({ kind: 'user', userId, sessionId: id, role: user.role } as const);
    const act = { action: 'session.ended', subjectId: id, details: { reason: 'logout' } } as const;
    await audit.add(auditEntry(this.ids, { ...caller, ...(principal && { principal }) }, act, now));
  }
}

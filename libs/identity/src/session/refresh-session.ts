import type { Clock, DomainError, Ids } from '@florin/kernel';
import { auditEntry, type Caller } from '../audit/audit.js';
import { type IdentityCode, refusal } from '../errors.js';
import type { IdentityStores, IdentityUnitOfWork } from '../stores.js';
import { inactiveUserError } from '../user/is-active.js';
import type { LoggedIn } from './log-in.js';
import { refresh, type Session, type SessionPolicy } from './session.js';
import { type RefreshClaims, type TokenIssuer, tokensFor } from './tokens.js';

type ExchangeResult = LoggedIn | { readonly refusal: DomainError<IdentityCode> };

export class RefreshSession {
  constructor(
    private readonly unitOfWork: IdentityUnitOfWork,
    private readonly issuer: TokenIssuer,
    private readonly policy: SessionPolicy,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async execute(caller: Caller, refreshToken: string): Promise<LoggedIn> {
    const claims = this.issuer.readRefreshToken(refreshToken);
    if (claims === undefined) throw invalidGrant();
    // The refusal is thrown after the commit: a throw inside the unit of work would roll back the end of a session
    // whose token was reused.
    const result = await this.unitOfWork.run(
      (stores) => this.exchange(stores, caller, claims),
      undefined,
      claims.sessionId,
    );
    if ('refusal' in result) throw result.refusal;
    return result;
  }

  private async exchange(
    stores: IdentityStores,
    caller: Caller,
    claims: RefreshClaims,
  ): Promise<ExchangeResult> {
    const now = this.clock.now();
    const session = await stores.sessions.lock(claims.sessionId);
    if (session === undefined) return { refusal: invalidGrant() };
    const user = await stores.users.find(session.userId);
    if (user === undefined) return { refusal: invalidGrant() };

    const outcome = refresh(session, claims.generation, this.policy, now);
    if (outcome.verdict === 'refused') return { refusal: invalidGrant() };
    if (outcome.verdict === 'reused') {
      await stores.sessions.save(outcome.session);
      await this.recordReuse(stores, caller, outcome.session, now);
      return { refusal: invalidGrant() };
    }
    // The token is not spent, so it works again once the user is active.
    const refusal = await inactiveUserError(stores, user);
    if (refusal !== undefined) return { refusal };
    if (outcome.verdict === 'rotated') await stores.sessions.save(outcome.session);
    return { tokens: tokensFor(this.issuer, user, outcome.session, now), user, session: outcome.session };
  }

  private async recordReuse(
    stores: IdentityStores,
    caller: Caller,
    session: Session,
    now: Date,
  ): Promise<void> {
    const act = { action: 'session.ended', subjectId: session.id, details: { reason: 'reuse' } } as const;
    await stores.audit.add(auditEntry(this.ids, caller, act, now));
  }
}

const invalidGrant = () => refusal('invalid_grant', 'The refresh token is expired, revoked or invalid.');

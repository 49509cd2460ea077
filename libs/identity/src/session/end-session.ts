import type { Clock, Ids, SessionId } from '@florin/kernel';
import { authorize } from '../access/access.js';
import { auditEntry, type Caller } from '../audit/audit.js';
import type { IdentityUnitOfWork } from '../stores.js';
import { end, isLive, sessionNotFound } from './session.js';

export class EndSession {
  constructor(
    private readonly unitOfWork: IdentityUnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Ends one of the caller's own sessions: the target, or without one the session of the request. */
  async execute(
    caller: Caller,
    target: { sessionId: SessionId | undefined } | undefined,
  ): Promise<SessionId> {
    authorize(caller.principal, 'sessions.end');
    const { principal } = caller;
    const sessionId =
      target === undefined && principal.kind === 'user' ? principal.sessionId : target?.sessionId;
    if (sessionId === undefined) throw sessionNotFound();

    return this.unitOfWork.run(async ({ sessions, audit }) => {
      const now = this.clock.now();
      const session = await sessions.lock(sessionId);
      const isOwn = principal.kind === 'user' && session?.userId === principal.userId;
      if (session === undefined || !isOwn || !isLive(session, now)) throw sessionNotFound();
      await sessions.save(end(session, 'logout', now));
      const act = { action: 'session.ended', subjectId: session.id, details: { reason: 'logout' } } as const;
      await audit.add(auditEntry(this.ids, caller, act, now));
      return session.id;
    });
  }
}

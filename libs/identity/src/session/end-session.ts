import type { Clock, Ids, SessionId } from '@florin/kernel';
import { admit } from '../access/access.js';
import { auditEntry, type Caller } from '../audit/audit.js';
import type { IdentityUnitOfWork } from '../stores.js';
import { end, isLive, noSuchSession } from './session.js';

export class EndSession {
  constructor(
    private readonly unitOfWork: IdentityUnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Ends one of the caller's own sessions: the one it names, or the one it speaks in. */
  async execute(caller: Caller, named: { sessionId: SessionId | undefined } | undefined): Promise<SessionId> {
    admit(caller.principal, 'sessions.end');
    const { principal } = caller;
    const sessionId =
      named === undefined && principal.kind === 'user' ? principal.sessionId : named?.sessionId;
    if (sessionId === undefined) throw noSuchSession();

    return this.unitOfWork.run(async ({ sessions, audit }) => {
      const now = this.clock.now();
      const session = await sessions.lock(sessionId);
      const isOwn = principal.kind === 'user' && session?.userId === principal.userId;
      if (session === undefined || !isOwn || !isLive(session, now)) throw noSuchSession();
      await sessions.save(end(session, 'logout', now));
      const what = { action: 'session.ended', subjectId: session.id, details: { reason: 'logout' } } as const;
      await audit.add(auditEntry(this.ids, caller, what, now));
      return session.id;
    });
  }
}

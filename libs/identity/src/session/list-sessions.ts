import type { Clock, CursorPage, CursorRequest, SessionId } from '@florin/kernel';
import { authorize, refusalOf } from '../access/access.js';
import type { Principal } from '../access/principal.js';
import type { Session } from './session.js';
import type { SessionReader } from './session.repository.js';

export class ListSessions {
  constructor(
    private readonly sessions: SessionReader,
    private readonly clock: Clock,
  ) {}

  async execute(principal: Principal, request: CursorRequest<SessionId>): Promise<CursorPage<Session>> {
    authorize(principal, 'sessions.list');
    if (principal.kind !== 'user') throw refusalOf(principal, 'sessions.list');
    return this.sessions.listLive(principal.userId, request, this.clock.now());
  }
}

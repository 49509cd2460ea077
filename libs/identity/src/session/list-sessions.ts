import type { Clock, CursorPage, CursorRequest, SessionId } from '@florin/kernel';
import { admit, refusalOf } from '../access/access.js';
import type { Principal } from '../access/principal.js';
import type { Session } from './session.js';
import type { SessionList } from './session.repository.js';

export class ListSessions {
  constructor(
    private readonly sessions: SessionList,
    private readonly clock: Clock,
  ) {}

  async execute(principal: Principal, request: CursorRequest<SessionId>): Promise<CursorPage<Session>> {
    admit(principal, 'sessions.list');
    if (principal.kind !== 'user') throw refusalOf(principal, 'sessions.list');
    return this.sessions.listLive(principal.userId, request, this.clock.now());
  }
}

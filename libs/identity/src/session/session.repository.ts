import type { AccountId, CursorPage, CursorRequest, SessionId, UserId } from '@florin/kernel';
import type { EndReason, Session } from './session.js';

/** Sessions inside a unit of work. */
export interface SessionRepository {
  /** Locked for update, so that concurrent refreshes with one token run in sequence. Undefined if there is none. */
  lock(id: SessionId): Promise<Session | undefined>;
  add(session: Session): Promise<void>;
  /** The caller holds the row lock. */
  save(session: Session): Promise<void>;
  /** Ends all active sessions of the user except `keep` and returns their ids. */
  endByUser(userId: UserId, keep: SessionId | undefined, reason: EndReason, now: Date): Promise<SessionId[]>;
  /** Ends all active sessions of the account's users and returns their ids. */
  endByAccount(accountId: AccountId, reason: EndReason, now: Date): Promise<SessionId[]>;
}

/** Live sessions of one user, newest first. The cursor is a session's id. */
export abstract class SessionReader {
  abstract listLive(
    userId: UserId,
    request: CursorRequest<SessionId>,
    now: Date,
  ): Promise<CursorPage<Session>>;
}

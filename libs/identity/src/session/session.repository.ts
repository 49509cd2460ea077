import type { AccountId, CursorPage, CursorRequest, SessionId, UserId } from '@florin/kernel';
import type { EndReason, Session } from './session.js';

/** Sessions inside a unit of work. */
export interface SessionRepository {
  /** Held for update, so that of many refreshes with one token each sees what the one before it did. */
  lock(id: SessionId): Promise<Session | undefined>;
  add(session: Session): Promise<void>;
  /** The session was locked before. */
  save(session: Session): Promise<void>;
  /** Ends all active sessions of the user but the one to keep; answers which. */
  endByUser(userId: UserId, keep: SessionId | undefined, reason: EndReason, now: Date): Promise<SessionId[]>;
  /** Ends all active sessions of everybody who belongs to the account; answers which. */
  endByAccount(accountId: AccountId, reason: EndReason, now: Date): Promise<SessionId[]>;
}

/** A user's own sessions, for looking at: those that still work, newest first. The cursor is a session's id. */
export abstract class SessionReader {
  abstract listLive(
    userId: UserId,
    request: CursorRequest<SessionId>,
    now: Date,
  ): Promise<CursorPage<Session>>;
}

import type { AccountId, CursorPage, CursorRequest, EventEnvelope, EventId } from '@florin/kernel';

/** What happened to an account and to what belongs to it, newest first. */
export abstract class EventReader {
  abstract list(accountId: AccountId, request: CursorRequest<EventId>): Promise<CursorPage<EventEnvelope>>;
}

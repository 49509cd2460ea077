import type { AccountId, CursorPage, CursorRequest, EventEnvelope, EventId } from '@florin/kernel';

/** The events of an account and its objects, newest first. */
export abstract class EventReader {
  abstract list(accountId: AccountId, request: CursorRequest<EventId>): Promise<CursorPage<EventEnvelope>>;
}

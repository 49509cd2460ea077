import type { AccountId, CursorPage, CursorRequest, EventEnvelope, EventId } from '@florin/kernel';

export interface EventFilter {
  readonly accountId?: AccountId | undefined;
  readonly type?: string | undefined;
}

/** What happened to accounts and to what belongs to them, newest first. */
export abstract class EventReader {
  abstract list(filter: EventFilter, request: CursorRequest<EventId>): Promise<CursorPage<EventEnvelope>>;
}

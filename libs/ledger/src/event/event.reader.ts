import type { AccountId, CursorPage, CursorRequest, EventEnvelope, EventId, Id } from '@florin/kernel';

/** An absent field does not filter. */
export interface EventFilter {
  readonly type?: string | undefined;
  /** Events of this object. */
  readonly subjectId?: Id | undefined;
}

/** The events of an account and its objects, newest first. */
export abstract class EventReader {
  abstract list(
    accountId: AccountId,
    request: CursorRequest<EventId>,
    filter?: EventFilter,
  ): Promise<CursorPage<EventEnvelope>>;
}

import type { AccountId, CursorPage, CursorRequest, EventEnvelope, EventId, Id } from '@florin/kernel';

/** An absent field does not filter. */
export interface EventFilter {
  readonly type?: string | undefined;
  /** Events of this object. */
  readonly subjectId?: Id | undefined;
}

/** The events of an account and its objects, newest first. */
export abstract class EventReader {
  /**
   * Without an account, the events of all accounts. Ids are ordered within one account only: an event of another account
   * can commit later with a lower id, so a client that polls after the newest id would miss it.
   */
  abstract list(
    accountId: AccountId | undefined,
    request: CursorRequest<EventId>,
    filter?: EventFilter,
  ): Promise<CursorPage<EventEnvelope>>;
}

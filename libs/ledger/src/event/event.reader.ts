import type { AccountId, CursorPage, CursorRequest, EventEnvelope, EventId } from '@florin/kernel';

/** The events of an account and its objects, newest first. */
export abstract class EventReader {
  /**
   * Without an account, the events of all accounts. Ids are ordered within one account only: an event of another account
   * can commit later with a lower id, so a client that polls after the newest id would miss it.
   */
  abstract list(
    accountId: AccountId | undefined,
    request: CursorRequest<EventId>,
  ): Promise<CursorPage<EventEnvelope>>;
}

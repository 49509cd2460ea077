import type { AccountId, EventId } from '@florin/kernel';

/** The end of an account's event log. */
export interface LogHead {
  readonly accountId: AccountId;
  /** The newest event. Undefined without events, and if the events are not chained yet. */
  readonly eventId: EventId | undefined;
  /** The hash of that event, or 64 zeros without events. Undefined if the events are not chained yet. */
  readonly hash: string | undefined;
}

export abstract class LogHeadReader {
  /** Undefined if the account does not exist. */
  abstract find(accountId: AccountId): Promise<LogHead | undefined>;
}

import { type AccountId, type EventId, idAbove, type Ids } from './ids.js';

/**
 * Draws the ids of events, for each account above the newest that it has. Whoever reads on from the newest event it has
 * seen then misses none, though the next one may be told by another process, whose clock is behind. For that to hold,
 * `newest` has to be read, and what is drawn has to be committed, while nobody else can tell of the account.
 */
export class EventIds {
  private readonly lifted = new Map<AccountId, EventId>();

  constructor(
    private readonly ids: Ids,
    private readonly newest: ReadonlyMap<AccountId, EventId>,
  ) {}

  next(accountId: AccountId): EventId {
    const drawn = this.ids.next('evt');
    const newest = this.lifted.get(accountId) ?? this.newest.get(accountId);
    if (newest === undefined || drawn > newest) return drawn;
    const above = idAbove(newest, drawn);
    this.lifted.set(accountId, above);
    return above;
  }
}

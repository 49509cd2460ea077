import { exceedsClockSkew } from './clock.js';
import {
  type AccountId,
  type EventId,
  type Id,
  idAbove,
  Ids,
  instantOfId,
  type Prefix,
  sortsAbove,
} from './ids.js';

/**
 * Draws the ids of what is new with accounts, each above the newest event that its account has. A thing's id is drawn
 * before that of the event which tells of it, so it is above the things before it as well. Whoever reads on from the
 * newest that it has seen then misses nothing, though the next may come from another process, whose clock is behind.
 * For that to hold, `newest` has to be read, and what is drawn has to be committed, while nobody else can tell of the
 * account.
 */
export class MonotonicIds {
  private readonly highestIssued = new Map<AccountId, Id>();

  constructor(
    private readonly ids: Ids,
    private readonly newest: ReadonlyMap<AccountId, EventId>,
  ) {}

  next<P extends Prefix>(prefix: P, accountId: AccountId): Id<P> {
    const drawn = this.ids.next(prefix);
    const newest = this.newestOf(accountId);
    if (newest === undefined || sortsAbove(drawn, newest)) return drawn;
    // An event has a time of its own beside its id, and keeps its place in the order whatever a clock said.
    if (prefix !== 'evt' && exceedsClockSkew(instantOfId(newest), instantOfId(drawn))) return drawn;
    const above = idAbove(newest, drawn);
    this.highestIssued.set(accountId, above);
    return above;
  }

  /** The id of an event about something that may have been numbered by another. */
  nextEvent(accountId: AccountId, subjectId: Id): EventId {
    const newest = this.newestOf(accountId);
    if (newest === undefined || sortsAbove(subjectId, newest)) this.highestIssued.set(accountId, subjectId);
    return this.next('evt', accountId);
  }

  forAccount(accountId: AccountId): Ids {
    return new SingleAccountIds(this, accountId);
  }

  private newestOf(accountId: AccountId): Id | undefined {
    return this.highestIssued.get(accountId) ?? this.newest.get(accountId);
  }
}

/** The same for one account. */
class SingleAccountIds extends Ids {
  constructor(
    private readonly ids: MonotonicIds,
    private readonly accountId: AccountId,
  ) {
    super();
  }

  next<P extends Prefix>(prefix: P): Id<P> {
    return this.ids.next(prefix, this.accountId);
  }
}

import { exceedsClockSkew } from './clock.js';
import {
  type AccountId,
  type EventId,
  firstIdAt,
  type Id,
  idAbove,
  Ids,
  instantOfId,
  type Prefix,
  sortsAbove,
} from './ids.js';

/**
 * Generates ids that sort above the newest event of their account, also when this process's clock is behind. A reader
 * that continues from the last id it has read therefore misses nothing. The caller must hold the account's lock from
 * reading `newest` until the new rows are committed.
 */
export class MonotonicIds {
  private readonly highestIssued = new Map<AccountId, Id>();

  constructor(
    private readonly ids: Ids,
    private readonly newest: ReadonlyMap<AccountId, EventId>,
  ) {}

  next<P extends Prefix>(prefix: P, accountId: AccountId): Id<P> {
    const generated = this.ids.next(prefix);
    const newest = this.newestOf(accountId);
    if (newest === undefined || sortsAbove(generated, newest)) return generated;
    // An event has its own `occurredAt`, so its id only has to keep the order. Other ids are also the creation time.
    if (prefix !== 'evt' && exceedsClockSkew(instantOfId(newest), instantOfId(generated))) return generated;
    const above = idAbove(newest, generated);
    this.highestIssued.set(accountId, above);
    return above;
  }

  /**
   * Also sorts above the subject's id, which another process may have generated, and is not earlier than `occurredAt`, so
   * that events up to an instant are found by id.
   */
  nextEvent(accountId: AccountId, subjectId: Id, occurredAt: Date): EventId {
    const newest = this.newestOf(accountId);
    const above = newest === undefined || sortsAbove(subjectId, newest) ? subjectId : newest;
    const isEarlier = instantOfId(above) < occurredAt;
    this.highestIssued.set(accountId, isEarlier ? firstIdAt('evt', occurredAt) : above);
    return this.next('evt', accountId);
  }

  forAccount(accountId: AccountId): Ids {
    return new SingleAccountIds(this, accountId);
  }

  private newestOf(accountId: AccountId): Id | undefined {
    return this.highestIssued.get(accountId) ?? this.newest.get(accountId);
  }
}

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

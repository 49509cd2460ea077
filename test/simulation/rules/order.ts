import { type AccountId, type EventId, type Id, instantOfId, SECOND_MS } from '@florin/kernel';
import type { Commit } from './commit.js';

/** New ids of an account are above all visible ones, so that a reader with a cursor misses none. */
export function checkCursorOrder(commit: Commit): void {
  for (const { key, after } of commit.of('events')) {
    if (after === undefined) commit.report(`the event ${key} was deleted`);
  }
  requireNewestIds(commit, 'events', () => true);
  const newest = newestEvents(commit);
  for (const table of ['transactions', 'requests', 'subscriptions'] as const) {
    requireNewestIds(commit, table, (id, accountId) => !isFarAhead(newest.get(accountId), id));
  }
}

function requireNewestIds(
  commit: Commit,
  table: 'events' | 'transactions' | 'requests' | 'subscriptions',
  isOrderGuaranteed: (id: Id, accountId: AccountId) => boolean,
): void {
  const added = commit.of(table).filter(({ before }) => before === undefined);
  const isNew = new Set<string>(added.map(({ key }) => key));
  for (const { key, after } of added) {
    if (after === undefined) continue;
    const isAbove = [...commit.tables[table].values()].every(
      ({ id, accountId }) => accountId !== after.accountId || isNew.has(id) || id < key,
    );
    const holds = isAbove || !isOrderGuaranteed(after.id, after.accountId);
    commit.require(holds, `${key} was added below a visible id of its account`);
  }
}

/** With those of this commit: their ids also show if the clock went back during the write. */
function newestEvents(commit: Commit): ReadonlyMap<AccountId, EventId> {
  const inOrder = [...commit.tables.events.values()].toSorted((left, right) => (left.id < right.id ? -1 : 1));
  return new Map(inOrder.map(({ accountId, id }) => [accountId, id]));
}

/** With a larger clock skew, ids have the right time instead of the right order. */
const isFarAhead = (newest: Id | undefined, id: Id): boolean =>
  newest !== undefined && instantOfId(newest).getTime() > instantOfId(id).getTime() + 10 * SECOND_MS;

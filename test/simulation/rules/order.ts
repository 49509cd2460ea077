import { type AccountId, type EventId, type Id, instantOfId, SECOND_MS } from '@florin/kernel';
import type { Commit } from './commit.js';

/** Whoever reads on from the newest of an account that it has seen misses nothing: what comes later stands above it. */
export function checkCursorOrder(commit: Commit): void {
  for (const { key, after } of commit.of('events')) {
    if (after === undefined) commit.report(`the event ${key} is gone`);
  }
  requireNewestIds(commit, 'events', () => true);
  const newest = newestBefore(commit);
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
    commit.require(holds, `${key} was added below one of its account that could be seen before`);
  }
}

function newestBefore(commit: Commit): ReadonlyMap<AccountId, EventId> {
  const isNew = new Set<string>(commit.of('events').map(({ key }) => key));
  const seen = [...commit.tables.events.values()].filter(({ id }) => !isNew.has(id));
  const inOrder = seen.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  return new Map(inOrder.map(({ accountId, id }) => [accountId, id]));
}

/** Where clocks are so far apart, things are rather dated right than put in order. */
const isFarAhead = (newest: Id | undefined, id: Id): boolean =>
  newest !== undefined && instantOfId(newest).getTime() > instantOfId(id).getTime() + 10 * SECOND_MS;

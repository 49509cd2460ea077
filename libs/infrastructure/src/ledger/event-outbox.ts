import {
  type AccountId,
  MonotonicIds,
  type DomainEvent,
  type EventEnvelope,
  type Ids,
  type TimedEvent,
} from '@florin/kernel';
import type { EntityManager } from 'typeorm';
import { readNewestEvents } from './events.sql.js';
import { appendToLog, lockEventOrder } from './ledger.sql.js';
import { pipeline, runAll, type SqlClient, sqlClientOf } from './sql-client.js';

// Allocates ids for new objects and events. Until the commit no other SQL transaction writes events of these accounts, so
// events become visible in the order of their ids.
export async function lockAndAllocateIds<Locked>(
  sql: SqlClient,
  ids: Ids,
  accountIds: readonly AccountId[],
  lock: (sql: SqlClient, accountIds: readonly AccountId[]) => Promise<Locked>,
): Promise<{ readonly locked: Locked; readonly ids: MonotonicIds }> {
  const [locked, newest] = await pipeline([
    lock(sql, accountIds),
    readNewestEvents(sql, accountIds, ids.next('evt')),
  ]);
  return { locked, ids: new MonotonicIds(ids, newest) };
}

export const withIds = (events: readonly TimedEvent[], ids: MonotonicIds, actor: string): EventEnvelope[] =>
  events.map((event) => ({
    ...event,
    id: ids.nextEvent(event.accountId, event.subjectId, event.occurredAt),
    actor,
  }));

export async function appendEvents(
  manager: EntityManager,
  ids: Ids,
  events: readonly TimedEvent[],
  actor: string,
): Promise<void> {
  if (events.length === 0) return;
  const sql = await sqlClientOf(manager);
  const accountIds = [...new Set(events.map(({ accountId }) => accountId))];
  const { locked, ids: next } = await lockAndAllocateIds(sql, ids, accountIds, lockEventOrder);
  await runAll(sql, appendToLog(sql.shards, withIds(events, next, actor), locked));
}

/** The transactional outbox: events are rows of the manager's SQL transaction. */
export function createOutbox(manager: EntityManager, ids: Ids, actor: string) {
  const appendAll = (events: readonly TimedEvent[]): Promise<void> =>
    appendEvents(manager, ids, events, actor);
  const append = (events: readonly DomainEvent[], now: Date): Promise<void> =>
    appendAll(events.map((event) => ({ ...event, occurredAt: now })));
  return { append, appendAll };
}

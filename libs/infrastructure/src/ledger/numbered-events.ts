import {
  type AccountId,
  AccountIds,
  type DomainEvent,
  type EventEnvelope,
  type Ids,
  type TimedEvent,
} from '@florin/kernel';
import type { EntityManager } from 'typeorm';
import { batchesOf } from '../postgres/find-options.js';
import { insertEvents, lockEventOrder, readNewestEvents } from './ledger.sql.js';
import { pipeline, runAll, type SqlClient, sqlClientOf } from './sql-client.js';

/**
 * Holds the books of these accounts by `hold`, and draws ids for what is new with them. Until the end of the SQL
 * transaction nobody else tells of them, so that things and events can be seen in the order of their ids, and who has seen
 * one has seen all before it. The accounts have a book by then.
 */
export async function holdForNew<Held>(
  sql: SqlClient,
  ids: Ids,
  accountIds: readonly AccountId[],
  hold: (sql: SqlClient, accountIds: readonly AccountId[]) => Promise<Held>,
): Promise<{ readonly held: Held; readonly ids: AccountIds }> {
  // The server reads what is newest when it has the books, though it is asked for both at once.
  const [held, newest] = await pipeline([
    hold(sql, accountIds),
    readNewestEvents(sql, accountIds, ids.next('evt')),
  ]);
  return { held, ids: new AccountIds(ids, newest) };
}

export async function numberEvents(
  sql: SqlClient,
  ids: Ids,
  events: readonly TimedEvent[],
  actor: string,
): Promise<EventEnvelope[]> {
  const accountIds = [...new Set(events.map(({ accountId }) => accountId))];
  const held = await holdForNew(sql, ids, accountIds, lockEventOrder);
  return withIds(events, held.ids, actor);
}

export const withIds = (events: readonly TimedEvent[], ids: AccountIds, actor: string): EventEnvelope[] =>
  events.map((event) => ({ ...event, id: ids.nextEvent(event.accountId, event.subjectId), actor }));

/** Writes events beside the change they tell of, in the manager's SQL transaction. */
export async function appendEvents(
  manager: EntityManager,
  ids: Ids,
  events: readonly TimedEvent[],
  actor: string,
): Promise<void> {
  if (events.length === 0) return;
  const sql = await sqlClientOf(manager);
  for (const batch of batchesOf(await numberEvents(sql, ids, events, actor)))
    await runAll(sql, insertEvents(batch));
}

/** Where accounts and payments tell what happened to them and by whom, in the manager's SQL transaction. */
export const outboxOn = (manager: EntityManager, ids: Ids, actor: string) => ({
  append: (events: readonly DomainEvent[], now: Date): Promise<void> =>
    appendEvents(
      manager,
      ids,
      events.map((event) => ({ ...event, occurredAt: now })),
      actor,
    ),
  appendAll: (events: readonly TimedEvent[]): Promise<void> => appendEvents(manager, ids, events, actor),
});

import { uuidFromId } from '@florin/kernel';
import { eventContent } from '@florin/ledger';
import type { DataSource, EntityManager } from 'typeorm';
import { CHAIN_START, hashEvent } from '../ledger/event-chain.js';
import { EventEntity, eventOf } from '../ledger/event.entity.js';
import { selectListOf } from '../postgres/columns.js';
import { inSqlTransaction } from '../postgres/sql-transaction.js';
import {
  BACKFILL_BATCH,
  type BatchOptions,
  BEFORE_ALL,
  findNextAccount,
  lockBalance,
  stopIfAborted,
} from './backfill.js';

const HAS_UNCHAINED_EVENTS = `head_hash IS NULL
  OR EXISTS (SELECT 1 FROM events WHERE events.account_id = books.account_id AND hash IS NULL)`;

/**
 * Chains events that have no hash: those of earlier releases, and those that an instance of the previous release wrote
 * beside this one. Can run beside a working service, and continues where it was interrupted.
 */
export async function chainStoredEvents(
  dataSource: DataSource,
  options: BatchOptions = {},
): Promise<{ readonly accounts: number; readonly events: number }> {
  let [accounts, events] = [0, 0];
  for (let account = BEFORE_ALL; ; accounts++) {
    const next = await findNextAccount(dataSource, HAS_UNCHAINED_EVENTS, account);
    if (next === undefined) return { accounts, events };
    account = next;
    for (let cleared = BEFORE_ALL; ;) {
      stopIfAborted(options);
      const last = await inSqlTransaction(dataSource, (manager) => clearBatch(manager, next, cleared));
      if (last === undefined) break;
      cleared = last;
    }
    for (let isDone = false, after = BEFORE_ALL; !isDone;) {
      stopIfAborted(options);
      const batch = await inSqlTransaction(dataSource, (manager) => chainBatch(manager, next, after));
      ({ isDone, last: after } = batch);
      events += batch.events;
      options.onProgress?.(events);
    }
  }
}

export async function countUnchainedEvents(dataSource: DataSource): Promise<number> {
  const [row] = await dataSource.query<{ count: number }[]>(
    'SELECT count(*)::int AS count FROM events WHERE hash IS NULL',
  );
  return row?.count ?? 0;
}

/**
 * Removes the hashes after the first event without one, which do not cover it. The head is removed, too, so that events
 * written meanwhile get no hash. Returns the last event of the batch; undefined if there are no more.
 */
async function clearBatch(
  manager: EntityManager,
  account: string,
  after: string,
): Promise<string | undefined> {
  await lockBalance(manager, account);
  await manager.query('UPDATE books SET head_event_id = NULL, head_hash = NULL WHERE account_id = $1', [
    account,
  ]);
  const rows = await manager.query<{ id: string }[]>(
    `SELECT id FROM events WHERE account_id = $1 AND hash IS NOT NULL AND id > $2
       AND id > (SELECT id FROM events WHERE account_id = $1 AND hash IS NULL ORDER BY id LIMIT 1)
     ORDER BY id LIMIT $3`,
    [account, after, BACKFILL_BATCH],
  );
  const ids = rows.map(({ id }) => id);
  await manager.query('UPDATE events SET hash = NULL WHERE account_id = $1 AND id = ANY ($2)', [
    account,
    ids,
  ]);
  return ids.at(-1);
}

/** Sets the head when no event is left. Erased events are chained as they are. */
async function chainBatch(
  manager: EntityManager,
  account: string,
  after: string,
): Promise<{ readonly isDone: boolean; readonly events: number; readonly last: string }> {
  await lockBalance(manager, account);
  const rows = await manager.query<object[]>(
    `SELECT ${selectListOf(EventEntity)} FROM events WHERE account_id = $1 AND hash IS NULL AND id > $2
     ORDER BY id LIMIT $3`,
    [account, after, BACKFILL_BATCH],
  );
  const events = rows.map(eventOf);
  const previous = await newestChained(manager, account, events[0] && uuidFromId(events[0].id));
  let [last, hash] = [previous?.id, previous?.hash ?? CHAIN_START];
  const hashes: string[] = [];
  for (const event of events) {
    hash = hashEvent(hash, eventContent(event));
    last = uuidFromId(event.id);
    hashes.push(hash);
  }
  await manager.query(
    `UPDATE events SET hash = new.hash FROM unnest($2::uuid[], $3::text[]) AS new (id, hash)
     WHERE events.account_id = $1 AND events.id = new.id`,
    [account, events.map(({ id }) => uuidFromId(id)), hashes],
  );
  const isDone = events.length < BACKFILL_BATCH;
  if (isDone) {
    await manager.query('UPDATE books SET head_event_id = $2, head_hash = $3 WHERE account_id = $1', [
      account,
      last,
      hash,
    ]);
  }
  return { isDone, events: events.length, last: last ?? BEFORE_ALL };
}

/** The last event before the given one, or of all. */
async function newestChained(
  manager: EntityManager,
  account: string,
  before: string | undefined,
): Promise<{ readonly id: string; readonly hash: string } | undefined> {
  const [row] = await manager.query<{ id: string; hash: string }[]>(
    `SELECT id, hash FROM events WHERE account_id = $1 AND ($2::uuid IS NULL OR id < $2)
     ORDER BY id DESC LIMIT 1`,
    [account, before ?? null],
  );
  return row;
}

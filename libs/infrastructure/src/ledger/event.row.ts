import { type EventEnvelope, idFromUuid, type Prefix, uuidFromId } from '@florin/kernel';
import type { EntityManager } from 'typeorm';
import { idColumn, jsonColumn, textColumn, timeColumn } from '../postgres/array-columns.js';
import type { Ask } from '../postgres/commit-outcome.js';
import { type GatheredColumns, instants, jsonOf, words } from '../postgres/gathered-columns.js';
import type { Prepared } from '../postgres/named-query.js';
import { runAll, sqlClientOf } from './sql-client.js';

export interface EventRow {
  account_id: string;
  id: string;
  type: string;
  subject_kind: string;
  subject_id: string;
  data: Record<string, unknown>;
  occurred_at: Date;
}

export const GATHERED_EVENTS: GatheredColumns<EventRow> = {
  account_id: words,
  id: words,
  type: words,
  subject_kind: words,
  subject_id: words,
  data: jsonOf(),
  occurred_at: instants,
};

const EVENT_COLUMNS = Object.keys(GATHERED_EVENTS).join(', ');

export const eventOf = (row: EventRow): EventEnvelope => ({
  id: idFromUuid('evt', row.id),
  accountId: idFromUuid('acct', row.account_id),
  type: row.type,
  subjectId: idFromUuid(row.subject_kind as Prefix, row.subject_id),
  data: row.data,
  occurredAt: row.occurred_at,
});

const INSERT = {
  name: 'events_insert',
  text: `INSERT INTO events (${EVENT_COLUMNS})
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::jsonb[], $7::timestamptz[])`,
};

export function insertionOfEvents(events: readonly EventEnvelope[]): Prepared[] {
  if (events.length === 0) return [];
  const values = [
    idColumn(events, ({ accountId }) => accountId),
    idColumn(events, ({ id }) => id),
    textColumn(events, ({ type }) => type),
    textColumn(events, ({ subjectId }) => subjectId.slice(0, subjectId.indexOf('_'))),
    idColumn(events, ({ subjectId }) => subjectId),
    jsonColumn(events, ({ data }) => data),
    timeColumn(events, ({ occurredAt }) => occurredAt),
  ];
  return [{ ...INSERT, values }];
}

/** Writes events beside the change they tell of, in the manager's SQL transaction. Their accounts have a book by then. */
export async function appendEvents(manager: EntityManager, events: readonly EventEnvelope[]): Promise<void> {
  await runAll(await sqlClientOf(manager), insertionOfEvents(events));
}

/** Whether an event is there, and with it all that was written in the same SQL transaction. */
export async function isTold(ask: Ask, { accountId, id }: EventEnvelope): Promise<boolean> {
  const rows = await ask('SELECT 1 FROM events WHERE account_id = $1 AND id = $2', [
    uuidFromId(accountId),
    uuidFromId(id),
  ]);
  return rows.length > 0;
}

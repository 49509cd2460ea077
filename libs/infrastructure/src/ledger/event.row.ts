import {
  type AccountId,
  type EventEnvelope,
  type EventId,
  idFromUuid,
  type Prefix,
  prefixOf,
  uuidFromId,
} from '@florin/kernel';
import { idColumn, jsonColumn, textColumn, timeColumn, wordColumn } from '../postgres/array-columns.js';
import type { Ask } from '../postgres/commit-outcome.js';
import { type GatheredColumns, instants, jsonOf, texts, words } from '../postgres/gathered-columns.js';
import type { Prepared } from '../postgres/named-query.js';
import { run, type SqlClient } from './sql-client.js';

export interface EventRow {
  account_id: string;
  id: string;
  type: string;
  subject_kind: string;
  subject_id: string;
  data: Record<string, unknown>;
  occurred_at: Date;
  actor: string | null;
}

export const GATHERED_EVENTS: GatheredColumns<EventRow> = {
  account_id: words,
  id: words,
  type: words,
  subject_kind: words,
  subject_id: words,
  data: jsonOf(),
  occurred_at: instants,
  actor: texts,
};

const EVENT_COLUMNS = Object.keys(GATHERED_EVENTS).join(', ');

export const eventOf = (row: EventRow): EventEnvelope => ({
  id: idFromUuid('evt', row.id),
  accountId: idFromUuid('acct', row.account_id),
  type: row.type,
  subjectId: idFromUuid(row.subject_kind as Prefix, row.subject_id),
  data: row.data,
  occurredAt: row.occurred_at,
  actor: row.actor ?? undefined,
});

const INSERT = {
  name: 'events_insert',
  text: `INSERT INTO events (${EVENT_COLUMNS})
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::jsonb[], $7::timestamptz[],
                         $8::text[])`,
};

export function insertionOfEvents(events: readonly EventEnvelope[]): Prepared[] {
  if (events.length === 0) return [];
  const values = [
    idColumn(events, ({ accountId }) => accountId),
    idColumn(events, ({ id }) => id),
    textColumn(events, ({ type }) => type),
    wordColumn(events, ({ subjectId }) => prefixOf(subjectId)),
    idColumn(events, ({ subjectId }) => subjectId),
    jsonColumn(events, ({ data }) => data),
    timeColumn(events, ({ occurredAt }) => occurredAt),
    textColumn(events, ({ actor }) => actor),
  ];
  return [{ ...INSERT, values }];
}

const NEWEST = {
  name: 'events_newest',
  text: `SELECT needed.account_id, newest.id FROM unnest($1::uuid[]) AS needed (account_id), LATERAL (
      SELECT id FROM events WHERE events.account_id = needed.account_id AND id >= $2 ORDER BY id DESC LIMIT 1
    ) AS newest`,
};

/**
 * What the next event of each account has to be above: its newest, or a given one where all of its are older. Usually they
 * are; there is a newer one where a process whose clock is ahead has just told something. Whoever asks holds the books, so
 * that nothing newer can come.
 */
export async function readNewestEvents(
  sql: SqlClient,
  accountIds: readonly AccountId[],
  from: EventId,
): Promise<Map<AccountId, EventId>> {
  const values = [idColumn(accountIds, (id) => id), uuidFromId(from)];
  const rows = await run<Pick<EventRow, 'account_id' | 'id'>>(sql, NEWEST, values);
  const newest = new Map(accountIds.map((accountId) => [accountId, from]));
  for (const row of rows) newest.set(idFromUuid('acct', row.account_id), idFromUuid('evt', row.id));
  return newest;
}

/** Whether an event is there, and with it all that was written in the same SQL transaction. Nobody else draws its id. */
export async function isTold(ask: Ask, { accountId, id }: EventEnvelope): Promise<boolean> {
  const rows = await ask('SELECT 1 FROM events WHERE account_id = $1 AND id = $2', [
    uuidFromId(accountId),
    uuidFromId(id),
  ]);
  return rows.length > 0;
}

import {
  type AccountId,
  type BalanceAmounts,
  type EventEnvelope,
  type EventId,
  idFromUuid,
  uuidFromId,
} from '@florin/kernel';
import type { AccountShards } from '../postgres/account-shards.js';
import type { QueryRows } from '../postgres/commit-outcome.js';
import type { PreparedQuery } from '../postgres/named-query.js';
import { eventRowOf } from './event.entity.js';
import { inShardOf, type Routable, writing } from './routed-statement.js';
import { runForAccounts, type SqlClient } from './sql-client.js';
import {
  type DeliveredEndpoint,
  deliveryRowsOf,
  insertDeliveriesOf,
  INSERT_DELIVERIES_ROUTED,
} from './webhook-deliveries.sql.js';

const EVENT_ROWS = `"accountId" uuid, id uuid, type text, "subjectKind" text, "subjectId" uuid, data jsonb,
  "occurredAt" timestamptz, actor text, hash text, available bigint, held bigint, incoming bigint,
  "balanceHidden" boolean`;

const INSERT_INTO_EVENTS = `INSERT INTO events (account_id, id, type, subject_kind, subject_id, data, occurred_at, actor,
  hash, available, held, incoming, balance_hidden)`;

const INSERT_EVENTS: Routable = {
  plain: {
    name: 'events_insert',
    text: `WITH added AS (
      ${INSERT_INTO_EVENTS}
      SELECT * FROM json_to_recordset($1::json) AS new (${EVENT_ROWS})
      RETURNING account_id, id, type, occurred_at)
    ${insertDeliveriesOf('added')}`,
  },
  routed: {
    name: 'events_insert_routed',
    text: `${INSERT_INTO_EVENTS}
      SELECT books.account_id, new.id, new.type, new."subjectKind", new."subjectId", new.data, new."occurredAt",
        new.actor, new.hash, new.available, new.held, new.incoming, new."balanceHidden"
      FROM books JOIN json_to_recordset($1::json) AS new (${EVENT_ROWS}) ON new."accountId" = books.account_id
      WHERE books.account_id = ANY ($2::uuid[])`,
  },
};

export const insertEvents = (
  shards: AccountShards,
  events: readonly EventEnvelope[],
  endpoints: readonly DeliveredEndpoint[] = [],
  unchanged?: ReadonlyMap<AccountId, BalanceAmounts>,
): PreparedQuery[] => [
  ...writing(
    shards,
    INSERT_EVENTS,
    events.map((event) => eventRowOf(event, unchanged?.get(event.accountId))),
  ),
  ...writing(shards, INSERT_DELIVERIES_ROUTED, deliveryRowsOf(events, endpoints)),
];

const NEWEST_EVENTS: Routable = {
  plain: {
    name: 'events_newest',
    text: `SELECT needed.account_id AS "accountId", newest.id FROM unnest($1::uuid[]) AS needed (account_id), LATERAL (
      SELECT id FROM events WHERE events.account_id = needed.account_id AND id >= $2 ORDER BY id DESC LIMIT 1
    ) AS newest`,
  },
  routed: {
    name: 'events_newest_routed',
    text: `SELECT books.account_id AS "accountId", newest.id FROM books, LATERAL (
      SELECT id FROM events
      WHERE events.account_id = books.account_id AND ${inShardOf('events.account_id', 1)} AND id >= $2
      ORDER BY id DESC LIMIT 1
    ) AS newest
    WHERE books.account_id = ANY ($1::uuid[])`,
  },
};

/** The next event id of each account must be above this one: `from`, or a newer id from a process whose clock is ahead. */
export async function readNewestEvents(
  sql: SqlClient,
  accountIds: readonly AccountId[],
  from: EventId,
): Promise<Map<AccountId, EventId>> {
  const statement = NEWEST_EVENTS[sql.shards.areDistributed ? 'routed' : 'plain'];
  type Row = { accountId: string; id: string };
  const rows = await runForAccounts<Row>(sql, statement, accountIds, uuidFromId(from));
  const newest = new Map(accountIds.map((accountId) => [accountId, from]));
  for (const row of rows) newest.set(idFromUuid('acct', row.accountId), idFromUuid('evt', row.id));
  return newest;
}

/** The writer of an event holds the lock on the balance. */
export async function isEventCommitted(
  queryRows: QueryRows,
  { accountId, id }: EventEnvelope,
  waitForWriter: boolean,
): Promise<boolean> {
  const values = [uuidFromId(accountId), uuidFromId(id)];
  if (waitForWriter) await queryRows('SELECT 1 FROM books WHERE account_id = $1 FOR UPDATE', [values[0]]);
  return (await queryRows('SELECT 1 FROM events WHERE account_id = $1 AND id = $2', values)).length > 0;
}

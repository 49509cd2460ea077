import { type AccountId, type EventEnvelope, uuidFromId } from '@florin/kernel';
import type { AccountShards } from '../postgres/account-shards.js';
import type { PreparedQuery } from '../postgres/named-query.js';
import { type Routable, writing } from './routed-statement.js';
import { run, type SqlClient } from './sql-client.js';

/**
 * The id of a delivery follows from the event and the endpoint, so that a replay finds the delivery that exists. It sorts
 * like the event: it has its timestamp and counter, followed by the variant of a UUID and 60 bits of a digest.
 */
const deliveryIdOf = (event: string, endpoint: string): string =>
  `(left(${event}::text, 18) || '8' || left(md5(${event}::text || ${endpoint}::text), 15))::uuid`;

const INSERT = `INSERT INTO webhook_deliveries (account_id, id, endpoint_id, event_id, event_type, status,
    next_attempt_at, failures, attempts, created_at)`;

const valuesAt = (now: string): string =>
  `event.account_id, ${deliveryIdOf('event.id', 'endpoint.id')}, endpoint.id, event.id, event.type, 'pending', ${now}, 0, '[]', ${now}`;

/**
 * The transactional outbox: deliveries are rows of the SQL transaction of their events. OFFSET 0 makes the planner look
 * endpoints up by account, also with a plan from when there were few. Without endpoints, the last condition saves a look-up
 * for each event.
 */
export const insertDeliveriesOf = (events: string): string => `${INSERT}
    SELECT ${valuesAt('event.occurred_at')} FROM ${events} AS event CROSS JOIN LATERAL (
      SELECT id FROM webhook_endpoints
      WHERE (account_id = event.account_id OR account_id IS NULL) AND status = 'enabled'
        AND events && ARRAY['*', event.type]
      OFFSET 0
    ) AS endpoint
    WHERE EXISTS (SELECT FROM webhook_endpoints)`;

const MAKE_DUE_AGAIN = `ON CONFLICT (account_id, id) DO UPDATE
      SET status = 'pending', next_attempt_at = excluded.next_attempt_at, failures = 0`;

/** Also makes deliveries due that have ended. */
export const scheduleDeliveriesOf = (events: string, endpointId: string, now: string): string => `${INSERT}
    SELECT ${valuesAt(now)} FROM ${events} AS event CROSS JOIN (SELECT ${endpointId} AS id) AS endpoint
    ${MAKE_DUE_AGAIN}`;

export interface DeliveredEndpoint {
  readonly id: string;
  readonly account_id: string | null;
  readonly events: readonly string[];
}

const READ_ENDPOINTS = {
  name: 'webhook_endpoints_of_accounts_routed',
  text: `SELECT id, account_id, events FROM webhook_endpoints
    WHERE (account_id = ANY ($1::uuid[]) OR account_id IS NULL) AND status = 'enabled'`,
};

/** On Citus the endpoints are read first: a statement that writes to one shard cannot also read a reference table. */
export const readEndpointsOf = async (
  sql: SqlClient,
  accountIds: readonly AccountId[],
): Promise<readonly DeliveredEndpoint[] | undefined> =>
  sql.shards.areDistributed
    ? run<DeliveredEndpoint>(sql, READ_ENDPOINTS, [accountIds.map((id) => uuidFromId(id))])
    : undefined;

/** Matches as `insertDeliveriesOf` does. */
export const deliveryRowsOf = (
  events: readonly EventEnvelope[],
  endpoints: readonly DeliveredEndpoint[],
): object[] =>
  events.flatMap(({ accountId, id, type, occurredAt }) => {
    const uuid = uuidFromId(accountId);
    return endpoints
      .filter(({ account_id, events: types }) => {
        const isOfAccount = account_id === null || account_id === uuid;
        return isOfAccount && (types.includes('*') || types.includes(type));
      })
      .map((endpoint) => ({
        accountId: uuid,
        endpointId: endpoint.id,
        eventId: uuidFromId(id),
        type,
        occurredAt,
      }));
  });

const ROUTED = {
  name: 'webhook_deliveries_insert_routed',
  text: `${INSERT}
    SELECT books.account_id, ${deliveryIdOf('new."eventId"', 'new."endpointId"')}, new."endpointId", new."eventId",
      new.type, 'pending', new."occurredAt", 0, '[]', new."occurredAt"
    FROM books JOIN json_to_recordset($1::json) AS new ("accountId" uuid, "endpointId" uuid, "eventId" uuid, type text,
      "occurredAt" timestamptz) ON new."accountId" = books.account_id
    WHERE books.account_id = ANY ($2::uuid[])`,
};

const SCHEDULE_ROUTED = {
  name: 'webhook_deliveries_schedule_routed',
  text: `${ROUTED.text} ${MAKE_DUE_AGAIN}`,
};

export interface ScheduledEvent {
  readonly account_id: string;
  readonly id: string;
  readonly type: string;
}

/** As `scheduleDeliveriesOf` does. */
export const scheduleRouted = (
  shards: AccountShards,
  events: readonly ScheduledEvent[],
  endpointId: string,
  now: Date,
): PreparedQuery[] =>
  writing(
    shards,
    { plain: SCHEDULE_ROUTED, routed: SCHEDULE_ROUTED },
    events.map(({ account_id: accountId, id: eventId, type }) => ({
      accountId,
      endpointId,
      eventId,
      type,
      occurredAt: now,
    })),
  );

/** On plain PostgreSQL the statement that inserts the events also inserts their deliveries. */
export const INSERT_DELIVERIES_ROUTED: Routable = { plain: ROUTED, routed: ROUTED };

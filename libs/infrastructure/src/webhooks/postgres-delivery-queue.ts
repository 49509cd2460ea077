import { addMilliseconds, uuidFromId, type WebhookDeliveryId } from '@florin/kernel';
import { eventBody } from '@florin/ledger';
import {
  CLAIM_MS,
  type ClaimedDelivery,
  DeliveryQueue,
  MAX_IN_FLIGHT,
  type WebhookDelivery,
} from '@florin/webhooks';
import type { DataSource } from 'typeorm';
import { EventEntity, eventOf } from '../ledger/event.entity.js';
import { pipeline, run, sqlClientOf } from '../ledger/sql-client.js';
import { selectListOf } from '../postgres/columns.js';
import { readNamed } from '../postgres/named-query.js';
import { inSqlTransaction } from '../postgres/sql-transaction.js';
import { claimFromShards, isDue } from './routed-delivery-claim.js';
import { WebhookDeliveryEntity, webhookDeliveryOf } from './webhook-delivery.entity.js';
import { WebhookEndpointEntity, webhookEndpointOfRow } from './webhook-endpoint.entity.js';

/** "whcl" in ASCII. */
const LOCK_KEY = 0x7768636c;

// One claimer at a time: two could together exceed the limit of an endpoint.
const LOCK_CLAIMS = {
  name: 'webhook_deliveries_lock_claims',
  text: `SELECT FROM pg_advisory_xact_lock(${LOCK_KEY}, 0)`,
};

// A claim that is lost in a crash only repeats a delivery, so that endpoints need not wait for the disk.
const COMMIT_WITHOUT_WAITING = {
  name: 'webhook_deliveries_commit_without_waiting',
  text: `SELECT set_config('synchronous_commit', 'off', true)`,
};

/**
 * `waiting` steps from endpoint to endpoint in the index of pending deliveries, so that its cost does not grow with the
 * number of endpoints or deliveries; nor does OFFSET 0 let the planner read all endpoints or all due deliveries, which look few
 * to a plan from when there were few. The endpoints of an account take turns: the first delivery of each, then the second, and
 * so on. So do accounts: `place` counts what the account has in flight, and `total` what is claimed here, each with the delivery
 * itself. `place` must not exceed what `total` leaves of the limit.
 */
const CLAIM = {
  name: 'webhook_deliveries_claim',
  text: `WITH RECURSIVE waiting AS (
      (SELECT endpoint_id FROM webhook_deliveries WHERE status = 'pending' ORDER BY endpoint_id LIMIT 1)
      UNION ALL
      SELECT (SELECT next.endpoint_id FROM webhook_deliveries next
        WHERE next.status = 'pending' AND next.endpoint_id > waiting.endpoint_id ORDER BY next.endpoint_id LIMIT 1)
      FROM waiting WHERE waiting.endpoint_id IS NOT NULL
    ), endpoints AS (
      SELECT endpoint.id, endpoint.account_id, claimed.in_flight,
        sum(claimed.in_flight) OVER (PARTITION BY endpoint.account_id) AS in_flight_of_account
      FROM waiting CROSS JOIN LATERAL (
        SELECT id, account_id FROM webhook_endpoints WHERE id = waiting.endpoint_id AND status = 'enabled' OFFSET 0
      ) AS endpoint CROSS JOIN LATERAL (
        SELECT count(*) AS in_flight FROM webhook_deliveries claimed
        WHERE claimed.endpoint_id = endpoint.id AND claimed.claimed_until > $1 AND claimed.id <> ALL ($4::uuid[])
      ) AS claimed
    ), due AS (
      SELECT delivery.account_id, delivery.id, endpoint.in_flight_of_account
        + row_number() OVER (PARTITION BY endpoint.account_id ORDER BY delivery.turn, endpoint.id) AS place
      FROM endpoints AS endpoint CROSS JOIN LATERAL (
        SELECT account_id, id, row_number() OVER (ORDER BY next_attempt_at, id) AS turn FROM webhook_deliveries pending
        WHERE pending.endpoint_id = endpoint.id AND ${isDue('pending')}
        ORDER BY next_attempt_at, id
        LIMIT greatest(0, ${MAX_IN_FLIGHT} - endpoint.in_flight)
      ) AS delivery
    ), ranked AS (
      SELECT account_id, id, place, row_number() OVER (ORDER BY place, account_id, id) AS total FROM due
    ), locked AS (
      SELECT chosen.account_id, chosen.id FROM ranked CROSS JOIN LATERAL (
        SELECT account_id, id FROM webhook_deliveries delivery
        WHERE delivery.account_id = ranked.account_id AND delivery.id = ranked.id AND ${isDue('delivery')}
        OFFSET 0 FOR UPDATE SKIP LOCKED
      ) AS chosen
      WHERE ranked.place + ranked.total <= $2::int + 1
    )
    UPDATE webhook_deliveries SET claimed_until = $3 FROM locked
    WHERE webhook_deliveries.account_id = locked.account_id AND webhook_deliveries.id = locked.id
    RETURNING ${selectListOf(WebhookDeliveryEntity)}`,
};

const READ_ENDPOINTS = {
  name: 'webhook_endpoints_read',
  text: `SELECT ${selectListOf(WebhookEndpointEntity)} FROM webhook_endpoints WHERE id = ANY ($1::uuid[])`,
};

const READ_EVENTS = {
  name: 'events_read',
  text: `SELECT ${selectListOf(EventEntity)}
    FROM unnest($1::uuid[], $2::uuid[]) AS needed (account_id, id) JOIN events USING (account_id, id)`,
};

export class PostgresDeliveryQueue extends DeliveryQueue {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async claim(
    limit: number,
    now: Date,
    ended: readonly WebhookDeliveryId[] = [],
  ): Promise<readonly ClaimedDelivery[]> {
    const claimedUntil = addMilliseconds(now, CLAIM_MS);
    const endedIds = ended.map(uuidFromId);
    const claimed = await inSqlTransaction(this.dataSource, async (manager) => {
      const sql = await sqlClientOf(manager);
      const [, , rows] = await pipeline([
        run(sql, COMMIT_WITHOUT_WAITING, []),
        run(sql, LOCK_CLAIMS, []),
        sql.shards.areDistributed
          ? claimFromShards(sql, limit, now, claimedUntil, endedIds)
          : run<object>(sql, CLAIM, [now, limit, claimedUntil, endedIds]),
      ]);
      return rows.map(webhookDeliveryOf);
    });
    return claimed.length === 0 ? [] : this.withEvents(claimed, claimedUntil);
  }

  /** Without those of an endpoint that was just deleted. */
  private async withEvents(
    claimed: readonly WebhookDelivery[],
    claimedUntil: Date,
  ): Promise<ClaimedDelivery[]> {
    const deliveries = claimed.toSorted(byTurn);
    const accountIds = deliveries.flatMap(({ accountId }) => (accountId ? [uuidFromId(accountId)] : []));
    const eventIds = deliveries.map(({ eventId }) => uuidFromId(eventId));
    const endpointIds = [...new Set(deliveries.map(({ endpointId }) => uuidFromId(endpointId)))];
    const [endpointRows, eventRows] = await Promise.all([
      readNamed<object>(this.dataSource, READ_ENDPOINTS, [endpointIds]),
      readNamed<object>(this.dataSource, READ_EVENTS, [accountIds, eventIds]),
    ]);
    const endpoints = new Map(endpointRows.map(webhookEndpointOfRow).map((found) => [found.id, found]));
    const events = new Map(eventRows.map(eventOf).map((found) => [found.id, found]));
    return deliveries.flatMap((delivery) => {
      const endpoint = endpoints.get(delivery.endpointId);
      const event = events.get(delivery.eventId);
      if (endpoint === undefined || event === undefined) return [];
      return [{ delivery, endpoint, claimedUntil, body: JSON.stringify(eventBody(event)) }];
    });
  }
}

const dueAt = ({ nextAttemptAt }: WebhookDelivery): number => nextAttemptAt?.getTime() ?? 0;

const byTurn = (one: WebhookDelivery, other: WebhookDelivery): number =>
  dueAt(one) - dueAt(other) || (one.id < other.id ? -1 : 1);

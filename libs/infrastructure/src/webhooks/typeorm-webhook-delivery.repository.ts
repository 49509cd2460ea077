import {
  type AccountId,
  addMilliseconds,
  type EventId,
  firstIdAt,
  idFromUuid,
  MINUTE_MS,
  uuidFromId,
  type WebhookDeliveryId,
} from '@florin/kernel';
import {
  ALL_EVENTS,
  type AttemptedDelivery,
  type ReplayedEvents,
  type ReplayedPeriod,
  type WebhookDelivery,
  type WebhookDeliveryRepository,
  type WebhookEndpoint,
} from '@florin/webhooks';
import type { EntityManager } from 'typeorm';
import { insertItem, updateItem } from '../postgres/entity-mapping.js';
import { shardsOf } from '../postgres/account-shards.js';
import { selectListOf } from '../postgres/columns.js';
import { BATCH_ROWS, batchesOf } from '../postgres/find-options.js';
import { EVENTS_BY_ID_HINT } from '../postgres/partial-index-hints.js';
import { type Routable, writing } from '../ledger/routed-statement.js';
import { runAll, sqlClientOf } from '../ledger/sql-client.js';
import {
  type ScheduledEvent,
  scheduleDeliveriesOf,
  scheduleRouted,
} from '../ledger/webhook-deliveries.sql.js';
import { findDelivery } from './typeorm-webhook-delivery.reader.js';
import { TypeOrmWebhookEndpointRepository } from './typeorm-webhook-endpoint.repository.js';
import {
  accountOrNone,
  WebhookDeliveryEntity,
  webhookDeliveryOf,
  webhookDeliveryRowOf,
} from './webhook-delivery.entity.js';

/** With the account, which may be none: Citus locks rows of one shard only. */
const LOCK = `SELECT ${selectListOf(WebhookDeliveryEntity)} FROM webhook_deliveries
  WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE`;

/** With another `next_attempt_at` than when it was claimed, the delivery was made due again meanwhile, and stays so. */
const unlessDueAgain = (column: string, recorded: string): string =>
  `${column} = CASE WHEN delivery.next_attempt_at = new."dueAt" THEN ${recorded} ELSE delivery.${column} END`;

/** IS NOT DISTINCT FROM keeps the planner from the index of all claims. */
const saveAttempted = (inShard: string): string => `
  UPDATE webhook_deliveries AS delivery SET claimed_until = NULL, attempts = new.attempts,
    ${unlessDueAgain('status', 'new.status')}, ${unlessDueAgain('next_attempt_at', 'new."nextAttemptAt"')},
    ${unlessDueAgain('failures', 'new.failures')}
  FROM json_to_recordset($1::json) AS new ("accountId" uuid, id uuid, "claimedUntil" timestamptz, "dueAt" timestamptz,
    status text, "nextAttemptAt" timestamptz, failures integer, attempts jsonb)
  WHERE delivery.account_id = new."accountId" AND delivery.id = new.id
    AND delivery.claimed_until IS NOT DISTINCT FROM new."claimedUntil" ${inShard}`;

const SAVE_ATTEMPTED: Routable = {
  plain: { name: 'webhook_deliveries_save_attempted', text: saveAttempted('') },
  routed: {
    name: 'webhook_deliveries_save_attempted_routed',
    text: saveAttempted('AND delivery.account_id = ANY ($2::uuid[])'),
  },
};

/** More than the clocks of two instances may differ, so that the id of an event is this close to its time. */
const ID_TOLERANCE_MS = MINUTE_MS;

/**
 * The range of ids makes the period a range of the index. The interval keeps the planner from the index over all accounts, whose
 * condition is on `occurred_at` alone.
 */
const matchingEvents = (ofAccounts: string): string => `
  SELECT account_id, id, type FROM events
  WHERE ${ofAccounts} AND id > $1 AND id < $2 AND occurred_at + interval '0' BETWEEN $3 AND $4
    AND ($5::text[] IS NULL OR type = ANY ($5))`;

const countMatching = (ofAccounts: string): string =>
  `SELECT count(*)::int AS count FROM (${matchingEvents(ofAccounts)} LIMIT $6) AS matching`;

const nextMatching = (ofAccounts: string): string => `${matchingEvents(ofAccounts)} ORDER BY id LIMIT $6`;

const replay = (ofAccounts: string): string => `
  WITH matching AS (${nextMatching(ofAccounts)}), scheduled AS (${scheduleDeliveriesOf('matching', '$7::uuid', '$8::timestamptz')})
  SELECT count(*)::int AS count, max(id::text) AS last FROM matching`;

const COUNT_ACCOUNT = countMatching('account_id = $7');
const COUNT_ALL_ACCOUNTS = countMatching(EVENTS_BY_ID_HINT);
const NEXT_OF_ACCOUNT = nextMatching('account_id = $7');
const NEXT_OF_ALL_ACCOUNTS = nextMatching(EVENTS_BY_ID_HINT);
const REPLAY_ACCOUNT = replay('account_id = $9');
const REPLAY_ALL_ACCOUNTS = replay(EVENTS_BY_ID_HINT);

export class TypeOrmWebhookDeliveryRepository implements WebhookDeliveryRepository {
  private readonly endpoints: TypeOrmWebhookEndpointRepository;

  constructor(private readonly manager: EntityManager) {
    this.endpoints = new TypeOrmWebhookEndpointRepository(manager);
  }

  add(delivery: WebhookDelivery): Promise<void> {
    return insertItem(this.manager, WebhookDeliveryEntity, delivery);
  }

  async lock(
    id: WebhookDeliveryId,
    accountId: AccountId | undefined,
  ): Promise<{ readonly delivery: WebhookDelivery; readonly endpoint: WebhookEndpoint } | undefined> {
    const found = await findDelivery(this.manager, id, accountId);
    if (found === undefined) return undefined;
    const endpoint = await this.endpoints.lock(found.endpointId, accountId);
    if (endpoint === undefined) return undefined;
    const rows = await this.manager.query<object[]>(LOCK, [
      accountOrNone.to(found.accountId),
      uuidFromId(id),
    ]);
    const [delivery] = rows.map(webhookDeliveryOf);
    return delivery && { delivery, endpoint };
  }

  save(delivery: WebhookDelivery): Promise<void> {
    return updateItem(this.manager, WebhookDeliveryEntity, delivery);
  }

  async saveAttempted(attempted: readonly AttemptedDelivery[]): Promise<void> {
    const sql = await sqlClientOf(this.manager);
    // In the order in which `replay` locks them: fewer deadlocks, which are retried.
    const inOrder = attempted.toSorted(byEvent);
    const rows = inOrder.map(({ claimed: { delivery, claimedUntil }, recorded }) => ({
      ...webhookDeliveryRowOf(recorded),
      claimedUntil,
      dueAt: delivery.nextAttemptAt,
    }));
    for (const batch of batchesOf(rows)) await runAll(sql, writing(sql.shards, SAVE_ATTEMPTED, batch));
  }

  async countReplayed(endpoint: WebhookEndpoint, period: ReplayedPeriod, limit: number): Promise<number> {
    const { accountId } = endpoint;
    const values = matchingValues(endpoint, period, undefined, limit);
    const [{ count }] = await this.manager.query<[{ count: number }]>(
      accountId === undefined ? COUNT_ALL_ACCOUNTS : COUNT_ACCOUNT,
      accountId === undefined ? values : [...values, uuidFromId(accountId)],
    );
    return count;
  }

  async replay(
    endpoint: WebhookEndpoint,
    period: ReplayedPeriod,
    after: EventId | undefined,
    now: Date,
  ): Promise<ReplayedEvents> {
    const { id, accountId } = endpoint;
    if (shardsOf(this.manager.dataSource).areDistributed)
      return this.replayRouted(endpoint, matchingValues(endpoint, period, after, BATCH_ROWS), now);
    const values = [...matchingValues(endpoint, period, after, BATCH_ROWS), uuidFromId(id), now];
    const [{ count, last }] = await this.manager.query<[{ count: number; last: string | null }]>(
      accountId === undefined ? REPLAY_ALL_ACCOUNTS : REPLAY_ACCOUNT,
      accountId === undefined ? values : [...values, uuidFromId(accountId)],
    );
    return replayed(count, last);
  }

  /** On Citus the events are read first, which may be on all nodes, and scheduled with one statement for each shard. */
  private async replayRouted(
    { id, accountId }: WebhookEndpoint,
    matching: readonly unknown[],
    now: Date,
  ): Promise<ReplayedEvents> {
    const events = await this.manager.query<ScheduledEvent[]>(
      accountId === undefined ? NEXT_OF_ALL_ACCOUNTS : NEXT_OF_ACCOUNT,
      accountId === undefined ? [...matching] : [...matching, uuidFromId(accountId)],
    );
    const sql = await sqlClientOf(this.manager);
    await runAll(sql, scheduleRouted(sql.shards, events, uuidFromId(id), now));
    return replayed(events.length, events.at(-1)?.id ?? null);
  }
}

const byEvent = ({ recorded: one }: AttemptedDelivery, { recorded: other }: AttemptedDelivery): number =>
  one.eventId < other.eventId ? -1 : Number(one.eventId > other.eventId);

const replayed = (count: number, last: string | null): ReplayedEvents => ({
  count,
  last: last === null || count < BATCH_ROWS ? undefined : idFromUuid('evt', last),
});

function matchingValues(
  { events }: WebhookEndpoint,
  { from, to }: ReplayedPeriod,
  after: EventId | undefined,
  limit: number,
): readonly unknown[] {
  const start = after ?? firstIdAt('evt', addMilliseconds(from, -ID_TOLERANCE_MS));
  const end = firstIdAt('evt', addMilliseconds(to, ID_TOLERANCE_MS));
  const types = events.includes(ALL_EVENTS) ? null : events;
  return [uuidFromId(start), uuidFromId(end), from, to, types, limit];
}

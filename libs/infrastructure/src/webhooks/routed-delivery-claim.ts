import { MAX_IN_FLIGHT } from '@florin/webhooks';
import { selectListOf } from '../postgres/columns.js';
import { pipeline, run, type SqlClient } from '../ledger/sql-client.js';
import { chooseFairly, type WaitingEndpoint } from './fair-choice.js';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.js';

// On Citus no statement can rank and lock rows of several nodes. Each node is asked for what waits at its endpoints, the
// choice is made here, and one statement for each shard claims. A claim reads every endpoint.

/** `$1` is the current time. */
export const isDue = (delivery: string): string =>
  `${delivery}.status = 'pending' AND ${delivery}.next_attempt_at <= $1
     AND (${delivery}.claimed_until IS NULL OR ${delivery}.claimed_until <= $1)`;

const inFlightOf = (endpoint: string): string => `
  (SELECT count(*)::int FROM webhook_deliveries claimed
    WHERE ${endpoint} AND claimed.claimed_until > $1 AND claimed.id <> ALL ($2::uuid[])) AS "inFlight"`;

/** Citus sends a correlated subquery to the nodes if it is on the account, but not a LATERAL with LIMIT. */
const WAITING_OF_ACCOUNTS = {
  name: 'webhook_deliveries_waiting_routed',
  text: `SELECT books.account_id AS "accountId", endpoint.id AS "endpointId",
      ${inFlightOf('claimed.account_id = books.account_id AND claimed.endpoint_id = endpoint.id')},
      ARRAY(SELECT pending.id FROM webhook_deliveries pending
        WHERE pending.account_id = books.account_id AND pending.endpoint_id = endpoint.id AND ${isDue('pending')}
        ORDER BY pending.next_attempt_at, pending.id LIMIT ${MAX_IN_FLIGHT}) AS due
    FROM books JOIN webhook_endpoints endpoint ON endpoint.account_id = books.account_id
    WHERE endpoint.status = 'enabled' AND (SELECT true FROM webhook_deliveries waiting
      WHERE waiting.account_id = books.account_id AND waiting.endpoint_id = endpoint.id AND waiting.status = 'pending'
      LIMIT 1)`,
};

const ENDPOINTS_WITHOUT_ACCOUNT = {
  name: 'webhook_endpoints_without_account_routed',
  text: `SELECT id FROM webhook_endpoints WHERE account_id IS NULL AND status = 'enabled'`,
};

const IN_FLIGHT_WITHOUT_ACCOUNT = {
  name: 'webhook_deliveries_in_flight_routed',
  text: `SELECT ${inFlightOf('claimed.endpoint_id = $3')}`,
};

const DUE_WITHOUT_ACCOUNT = {
  name: 'webhook_deliveries_due_routed',
  text: `SELECT account_id AS "accountId", id FROM webhook_deliveries delivery
    WHERE endpoint_id = $2 AND ${isDue('delivery')} ORDER BY next_attempt_at, id LIMIT ${MAX_IN_FLIGHT}`,
};

const CLAIM = {
  name: 'webhook_deliveries_claim_routed',
  text: `WITH locked AS (
      SELECT account_id, id FROM webhook_deliveries delivery
      WHERE account_id = ANY ($3::uuid[]) AND id = ANY ($4::uuid[]) AND ${isDue('delivery')}
      FOR UPDATE SKIP LOCKED
    )
    UPDATE webhook_deliveries SET claimed_until = $2 FROM locked
    WHERE webhook_deliveries.account_id = ANY ($3::uuid[])
      AND webhook_deliveries.account_id = locked.account_id AND webhook_deliveries.id = locked.id
    RETURNING ${selectListOf(WebhookDeliveryEntity)}`,
};

/** The caller holds the lock of claimers. `ended` are the ids of deliveries whose attempts have ended. */
export async function claimFromShards(
  sql: SqlClient,
  limit: number,
  now: Date,
  claimedUntil: Date,
  ended: readonly string[],
): Promise<object[]> {
  const waiting = [
    ...(await waitingOfAccounts(sql, now, ended)),
    ...(await waitingWithoutAccount(sql, now, ended)),
  ];
  const groups = sql.shards.groupsOf(chooseFairly(waiting, limit), ({ accountId }) => accountId);
  const claims = groups.map((group) => {
    const accounts = group.map(({ accountId }) => accountId);
    return run<object>(sql, CLAIM, [now, claimedUntil, accounts, group.map(({ id }) => id)]);
  });
  return (await pipeline(claims)).flat();
}

interface WaitingRow {
  readonly accountId: string;
  readonly endpointId: string;
  readonly inFlight: number;
  readonly due: readonly string[];
}

async function waitingOfAccounts(
  sql: SqlClient,
  now: Date,
  ended: readonly string[],
): Promise<WaitingEndpoint[]> {
  const rows = await run<WaitingRow>(sql, WAITING_OF_ACCOUNTS, [now, ended]);
  return rows.map(({ due, ...endpoint }) => ({
    ...endpoint,
    due: due.map((id) => ({ accountId: endpoint.accountId, id })),
  }));
}

async function waitingWithoutAccount(
  sql: SqlClient,
  now: Date,
  ended: readonly string[],
): Promise<WaitingEndpoint[]> {
  const endpoints = await run<{ id: string }>(sql, ENDPOINTS_WITHOUT_ACCOUNT, []);
  const waiting = endpoints.map(async ({ id: endpointId }) => {
    const [[claimed], due] = await pipeline([
      run<{ inFlight: number }>(sql, IN_FLIGHT_WITHOUT_ACCOUNT, [now, ended, endpointId]),
      run<WaitingEndpoint['due'][number]>(sql, DUE_WITHOUT_ACCOUNT, [now, endpointId]),
    ]);
    return { accountId: undefined, endpointId, inFlight: claimed?.inFlight ?? 0, due };
  });
  return pipeline(waiting);
}

import type { DataSource } from 'typeorm';
import { shardsOf } from '../postgres/account-shards.js';

/**
 * Steps from endpoint to endpoint in the index of pending deliveries. `OFFSET 0` looks each one up by its key, without a
 * hash join.
 */
const DELETE = `
  WITH RECURSIVE waiting AS (
    (SELECT endpoint_id FROM webhook_deliveries WHERE status = 'pending' ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (SELECT next.endpoint_id FROM webhook_deliveries next
      WHERE next.status = 'pending' AND next.endpoint_id > waiting.endpoint_id ORDER BY next.endpoint_id LIMIT 1)
    FROM waiting WHERE waiting.endpoint_id IS NOT NULL
  ), endpoint AS MATERIALIZED (
    SELECT endpoint_id AS id FROM waiting
    WHERE endpoint_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM webhook_endpoints WHERE id = waiting.endpoint_id OFFSET 0)
  ), unsendable AS MATERIALIZED (
    SELECT delivery.key FROM endpoint CROSS JOIN LATERAL (
      SELECT ctid AS key FROM webhook_deliveries
      WHERE endpoint_id = endpoint.id AND status = 'pending' LIMIT $1 FOR UPDATE SKIP LOCKED
    ) AS delivery LIMIT $1
  ), deleted AS (
    DELETE FROM webhook_deliveries WHERE ctid = ANY (ARRAY(SELECT key FROM unsendable)) RETURNING 1
  )
  SELECT count(*)::int AS count FROM deleted`;

/**
 * On Citus: on all nodes at once. A new endpoint can be missing on a node until Citus has finished its commit there, so recent
 * deliveries stay.
 */
const DELETE_ROUTED = `
  WITH unsendable AS MATERIALIZED (
    SELECT account_id, id FROM webhook_deliveries delivery
    WHERE status = 'pending' AND created_at < now() - interval '10 minutes'
      AND NOT EXISTS (SELECT 1 FROM webhook_endpoints WHERE id = delivery.endpoint_id) LIMIT $1
  ), deleted AS (
    DELETE FROM webhook_deliveries WHERE (account_id, id) IN (SELECT account_id, id FROM unsendable) RETURNING 1
  )
  SELECT count(*)::int AS count FROM deleted`;

/** Pending deliveries of deleted endpoints are never sent, and each of these endpoints makes claiming slower. */
export async function deleteDeliveriesWithoutEndpoint(dataSource: DataSource, limit = 1_000) {
  const text = shardsOf(dataSource).areDistributed ? DELETE_ROUTED : DELETE;
  const [{ count }] = await dataSource.query<[{ count: number }]>(text, [limit]);
  return { count, reached: undefined };
}

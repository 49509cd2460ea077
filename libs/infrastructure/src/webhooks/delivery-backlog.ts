import type { DataSource } from 'typeorm';

export interface DeliveryBacklog {
  readonly pending: number;
  /** For how long the oldest of them has been due; 0 if none is due. */
  readonly oldestSeconds: number;
}

const READ = `
  SELECT coalesce(sum(waiting.count), 0)::int AS pending,
    greatest(0, coalesce(extract(epoch FROM now() - min(waiting.oldest)), 0))::float8 AS "oldestSeconds"
  FROM (
    SELECT endpoint_id, count(*), min(next_attempt_at) AS oldest FROM webhook_deliveries
    WHERE status = 'pending' GROUP BY endpoint_id
  ) AS waiting JOIN webhook_endpoints endpoint ON endpoint.id = waiting.endpoint_id
  WHERE endpoint.status = 'enabled'`;

/** Of enabled endpoints: the deliveries of others are not sent. */
export async function readDeliveryBacklog(dataSource: DataSource): Promise<DeliveryBacklog> {
  const [backlog] = await dataSource.query<[DeliveryBacklog]>(READ);
  return backlog;
}

import type { DataSource } from 'typeorm';

export interface DeliveryBacklog {
  readonly pending: number;
  /** For how long the oldest of them has been due; 0 if none is due. */
  readonly oldestSeconds: number;
}

const READ = `
  SELECT count(*)::int AS pending,
    greatest(0, coalesce(extract(epoch FROM now() - min(delivery.next_attempt_at)), 0))::float8 AS "oldestSeconds"
  FROM webhook_deliveries delivery JOIN webhook_endpoints endpoint ON endpoint.id = delivery.endpoint_id
  WHERE delivery.status = 'pending' AND endpoint.status = 'enabled'`;

/** Of enabled endpoints: the deliveries of others are not sent. */
export async function readDeliveryBacklog(dataSource: DataSource): Promise<DeliveryBacklog> {
  const [backlog] = await dataSource.query<[DeliveryBacklog]>(READ);
  return backlog;
}

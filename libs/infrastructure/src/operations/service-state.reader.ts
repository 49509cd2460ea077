import type { DataSource } from 'typeorm';
import { readMailBacklog } from '../mail/mail-backlog.js';
import { readDeliveryBacklog } from '../webhooks/delivery-backlog.js';
import { JobRunEntity } from './job-run.entity.js';
import { readSchemaState } from './schema-state.js';
import type { ServiceState } from './service-health.js';
import { VerifyRunEntity } from './verify-run.entity.js';

const FAILING = `SELECT count(*)::int AS count FROM webhook_endpoints
  WHERE failing_since IS NOT NULL AND status = 'enabled'`;
const SERVER = `SELECT now() AS now, current_setting('server_version') AS version`;

/** Reads what waits and the last runs, and nothing that grows with the history. */
export class ServiceStateReader {
  constructor(private readonly source: DataSource) {}

  async read(): Promise<ServiceState> {
    const { source } = this;
    const [[server], jobs, verify, backlog, [failing], mails, { pending }] = await Promise.all([
      source.query<[{ now: Date; version: string }]>(SERVER),
      source.getRepository(JobRunEntity).find({ order: { name: 'ASC' } }),
      source.getRepository(VerifyRunEntity).find({ order: { id: 'DESC' }, take: 1 }),
      readDeliveryBacklog(source),
      source.query<[{ count: number }]>(FAILING),
      readMailBacklog(source),
      readSchemaState(source),
    ]);
    return {
      readAt: server.now,
      jobs,
      verify: verify[0],
      webhooks: { ...backlog, failingEndpoints: failing.count },
      mails,
      databaseVersion: server.version,
      pendingMigrations: pending.length,
    };
  }
}

import type { DataSource } from 'typeorm';

export interface MailBacklog {
  readonly pending: number;
  /** For how long the oldest of them has been due; 0 if none is due. */
  readonly oldestSeconds: number;
}

const READ = `
  SELECT count(*)::int AS pending,
    greatest(0, coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0))::float8 AS "oldestSeconds"
  FROM mails WHERE status = 'pending'`;

export async function readMailBacklog(dataSource: DataSource): Promise<MailBacklog> {
  const [backlog] = await dataSource.query<[MailBacklog]>(READ);
  return backlog;
}

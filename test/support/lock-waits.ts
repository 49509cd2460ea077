import type { DataSource } from 'typeorm';

/** The sessions that wait for a lock. */
export const LOCK_WAITS = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

export const isLockAwaited = async (dataSource: DataSource): Promise<boolean> =>
  (await dataSource.query<unknown[]>(LOCK_WAITS)).length > 0;

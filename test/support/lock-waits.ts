import type { DataSource } from 'typeorm';

/** On Citus the session that waits is on a worker node. */
const ACTIVITY = process.env['FLORIN_TEST_NODES'] === undefined ? 'pg_stat_activity' : 'citus_stat_activity';

/** The sessions that wait for a lock. */
export const LOCK_WAITS = `SELECT 1 FROM ${ACTIVITY} WHERE datname = current_database() AND wait_event_type = 'Lock'`;

export const isLockAwaited = async (dataSource: DataSource): Promise<boolean> =>
  (await dataSource.query<unknown[]>(LOCK_WAITS)).length > 0;

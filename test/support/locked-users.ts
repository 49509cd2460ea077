import pg from 'pg';
import { until } from './until.js';

const WAITING = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'florin' AND wait_event_type = 'Lock'`;

/** For the service under test: its requests may reach the lock seconds after each other. */
export const withLongTimeouts = (databaseUrl: string): string =>
  `${databaseUrl}?lock_timeout=60000&statement_timeout=60000&query_timeout=60000`;

/**
 * Locks the table of users during an action, so that logins wait until it ends. The action gets a function that resolves
 * when this number of statements waits for the lock.
 */
export async function whileUsersAreLocked<Result>(
  databaseUrl: string,
  act: (untilWaiting: (count: number) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const [holder, observer] = [0, 1].map(() => new pg.Client({ connectionString: databaseUrl })) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([holder.connect(), observer.connect()]);
  try {
    await holder.query('BEGIN; LOCK TABLE users');
    return await act((count) =>
      until(
        `${count} statements wait for the lock`,
        async () => ((await observer.query(WAITING)).rowCount ?? 0) >= count,
      ),
    );
  } finally {
    await Promise.all([holder.end(), observer.end()]);
  }
}

import type { DataSource } from 'typeorm';

/** How long a session can still be looked at in the database once nothing can come of it any more. */
export const DEAD_SESSION_KEPT = '30 days';

/** Clears away sessions long past their end, a bounded number at a time, and answers how many there were. */
export async function deleteDeadSessions(dataSource: DataSource, limit = 1_000): Promise<number> {
  const [, count] = await dataSource.query<[unknown, number]>(DELETE_DEAD, [limit]);
  return count;
}

// One that was ended is found by its expiry too, only later: its tokens work no more in either case.
const DELETE_DEAD = `
  DELETE FROM sessions WHERE id = ANY (ARRAY(
    SELECT id FROM sessions WHERE expires_at <= now() - interval '${DEAD_SESSION_KEPT}'
    LIMIT $1 FOR UPDATE SKIP LOCKED))`;

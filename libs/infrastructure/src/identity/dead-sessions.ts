import type { DataSource } from 'typeorm';
import { deleteOldest, type DeletedBatch } from '../postgres/retention.js';

/** How long a session can still be looked at in the database once nothing can come of it any more. */
const DEAD_SESSION_KEPT = '30 days';

// One that was ended is found by its expiry too, only later: its tokens work no more in either case.
const DEAD_SESSIONS = { table: 'sessions', key: 'id', column: 'expires_at', kept: DEAD_SESSION_KEPT };

/** Clears away sessions long past their end, a bounded number at a time. */
export const deleteDeadSessions = (
  dataSource: DataSource,
  limit = 1_000,
  from?: Date,
): Promise<DeletedBatch> => deleteOldest(dataSource, DEAD_SESSIONS, limit, from);

import type { DataSource } from 'typeorm';
import { deleteOldest, type DeletedBatch } from '../postgres/retention.js';

// A session that was ended early is deleted by its expiry, too.
const DEAD_SESSIONS = { table: 'sessions', key: 'id', column: 'expires_at', kept: '30 days' };

export const deleteDeadSessions = (
  dataSource: DataSource,
  limit = 1_000,
  from?: Date,
): Promise<DeletedBatch> => deleteOldest(dataSource, DEAD_SESSIONS, limit, from);

import { oldestDeleter } from '../postgres/retention.js';

export const deleteDeadSessions = oldestDeleter({
  table: 'sessions',
  key: 'id',
  column: 'expires_at',
  kept: '30 days',
});

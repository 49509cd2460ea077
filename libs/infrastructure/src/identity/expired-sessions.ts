import { createExpiredRowDeleter } from '../postgres/retention.js';

export const deleteExpiredSessions = createExpiredRowDeleter({
  table: 'sessions',
  key: 'id',
  column: 'expires_at',
  retentionPeriod: '30 days',
});

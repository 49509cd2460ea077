import { createExpiredRowDeleter } from '../postgres/retention.js';

export const deleteExpiredPasswordResets = createExpiredRowDeleter({
  table: 'password_resets',
  key: 'id',
  column: 'expires_at',
  retentionPeriod: '1 day',
});

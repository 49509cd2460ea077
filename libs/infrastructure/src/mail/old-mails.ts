import { createExpiredRowDeleter } from '../postgres/retention.js';

export const deleteOldMails = createExpiredRowDeleter({
  table: 'mails',
  key: 'ctid',
  column: 'created_at',
  retentionPeriod: '30 days',
});

import { createExpiredRowDeleter } from '../postgres/retention.js';

export const deleteOldDeliveries = createExpiredRowDeleter({
  table: 'webhook_deliveries',
  key: 'ctid',
  column: 'created_at',
  retentionPeriod: '30 days',
  // Not those that were made due again. Those of disabled and deleted endpoints stay pending.
  onlyIf: `(next_attempt_at IS NULL OR next_attempt_at <= now() - interval '30 days')`,
});

import { EntitySchema } from 'typeorm';
import { instant } from './columns.js';

export const IdempotencyKeyEntity = new EntitySchema({
  name: 'idempotency_key',
  tableName: 'idempotency_keys',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true },
    principal: { type: 'text', primary: true },
    path: { type: 'text', primary: true },
    key: { type: 'text', primary: true },
    fingerprint: { type: 'text' },
    answer: { type: 'json', nullable: true },
    createdAt: instant('created_at'),
  },
});

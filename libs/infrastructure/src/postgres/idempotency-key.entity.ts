import { EntitySchema } from 'typeorm';
import { instant } from './columns.js';

interface IdempotencyKeyRow {
  accountId: string;
  principal: string;
  path: string;
  key: string;
  fingerprint: string;
  answer: object | null;
  createdAt: Date;
}

export const IdempotencyKeyEntity = new EntitySchema<IdempotencyKeyRow>({
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

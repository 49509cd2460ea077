import { EntitySchema } from 'typeorm';
import { instant } from './columns.js';

export const IdempotencyKeyMoveEntity = new EntitySchema({
  name: 'idempotency_key_move',
  tableName: 'idempotency_key_move',
  columns: {
    isTheOne: { name: 'is_the_one', type: 'boolean', primary: true, default: true },
    endsAt: instant('ends_at'),
  },
});

import type { Refund } from '@florin/payments';
import { EntitySchema } from 'typeorm';
import { idColumn, optional, rowReader } from '../postgres/entity-mapping.js';
import { bigintColumn, instant } from '../postgres/columns.js';

export const RefundEntity = new EntitySchema<Refund>({
  name: 'refund',
  tableName: 'refunds',
  columns: {
    accountId: { ...idColumn('acct', 'account_id'), primary: true },
    id: { ...idColumn('re'), primary: true },
    paymentId: idColumn('pay', 'payment_id'),
    amount: { ...bigintColumn },
    currency: { type: 'text' },
    status: { type: 'text' },
    reason: optional({ type: 'text' }),
    failureReason: optional({ name: 'failure_reason', type: 'text' }),
    transactionId: idColumn('txn', 'transaction_id'),
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
  },
});

export const refundOf = rowReader(RefundEntity);

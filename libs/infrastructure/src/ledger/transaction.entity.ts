import type { Transaction } from '@florin/ledger';
import { EntitySchema } from 'typeorm';
import { idColumn, optional, rowReader, rowWriter } from '../postgres/entity-mapping.js';
import { bigintColumn, instant } from '../postgres/columns.js';

export const TransactionEntity = new EntitySchema<Transaction>({
  name: 'transaction',
  tableName: 'transactions',
  columns: {
    accountId: { ...idColumn('acct', 'account_id'), primary: true },
    id: { ...idColumn('txn'), primary: true },
    type: { type: 'text' },
    amount: { ...bigintColumn },
    currency: { type: 'text' },
    status: { type: 'text' },
    reference: optional({ type: 'text' }),
    metadata: { type: 'json' },
    refundOf: optional(idColumn('txn', 'refund_of')),
    transferId: optional(idColumn('trf', 'transfer_id')),
    counterpartyId: optional(idColumn('acct', 'counterparty_id')),
    refundId: optional(idColumn('re', 'refund_id')),
    failureReason: optional({ name: 'failure_reason', type: 'text' }),
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
    endedAt: optional(instant('ended_at')),
  },
});

export const transactionOf = rowReader(TransactionEntity);
export const transactionRowOf = rowWriter(TransactionEntity);

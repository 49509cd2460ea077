import { type Currency, idFromUuid, type Metadata, uuidFromId } from '@florin/kernel';
import type { Transaction, TransactionStatus, TransactionType } from '@florin/ledger';
import { EntitySchema } from 'typeorm';
import { bigintColumn, instant, optionalInstant, safeInteger } from '../postgres/columns.js';

export interface TransactionRow {
  accountId: string;
  id: string;
  type: string;
  amount: number;
  currency: string;
  status: string;
  reference: string | null;
  /** `object`, because `Metadata` is too deep a type for TypeORM's own. */
  metadata: object;
  refundOf: string | null;
  failureReason: string | null;
  createdAt: Date;
  updatedAt: Date;
  endedAt: Date | null;
}

export const TransactionEntity = new EntitySchema<TransactionRow>({
  name: 'transaction',
  tableName: 'transactions',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true },
    id: { type: 'uuid', primary: true },
    type: { type: 'text' },
    amount: { ...bigintColumn },
    currency: { type: 'text' },
    status: { type: 'text' },
    reference: { type: 'text', nullable: true },
    metadata: { type: 'json' },
    refundOf: { name: 'refund_of', type: 'uuid', nullable: true },
    failureReason: { name: 'failure_reason', type: 'text', nullable: true },
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
    endedAt: optionalInstant('ended_at'),
  },
});

export const transactionOf = (row: TransactionRow): Transaction => ({
  id: idFromUuid('txn', row.id),
  accountId: idFromUuid('acct', row.accountId),
  type: row.type as TransactionType,
  amount: safeInteger(row.amount),
  currency: row.currency as Currency,
  status: row.status as TransactionStatus,
  reference: row.reference ?? undefined,
  metadata: row.metadata as Metadata,
  refundOf: row.refundOf === null ? undefined : idFromUuid('txn', row.refundOf),
  failureReason: row.failureReason ?? undefined,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  endedAt: row.endedAt ?? undefined,
});

export const transactionRowOf = (transaction: Transaction): TransactionRow => ({
  ...transaction,
  id: uuidFromId(transaction.id),
  accountId: uuidFromId(transaction.accountId),
  reference: transaction.reference ?? null,
  refundOf: transaction.refundOf === undefined ? null : uuidFromId(transaction.refundOf),
  failureReason: transaction.failureReason ?? null,
  endedAt: transaction.endedAt ?? null,
});

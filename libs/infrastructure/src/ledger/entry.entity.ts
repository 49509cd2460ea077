import type { Entry } from '@florin/ledger';
import { EntitySchema } from 'typeorm';
import { idColumn, rowWriter } from '../postgres/entity-mapping.js';
import { bigintColumn, instant } from '../postgres/columns.js';

export const EntryEntity = new EntitySchema<Entry>({
  name: 'entry',
  tableName: 'entries',
  columns: {
    accountId: { ...idColumn('acct', 'account_id'), primary: true },
    transactionId: { ...idColumn('txn', 'transaction_id'), primary: true },
    line: { type: 'text', primary: true },
    currency: { type: 'text' },
    amount: { ...bigintColumn },
    postedAt: instant('posted_at'),
  },
});

export const entryRowOf = rowWriter(EntryEntity);

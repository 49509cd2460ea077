import { uuidFromId } from '@florin/kernel';
import type { Entry } from '@florin/ledger';
import { EntitySchema } from 'typeorm';
import { bigintColumn, instant } from '../postgres/columns.js';

export interface EntryRow {
  accountId: string;
  transactionId: string;
  line: string;
  currency: string;
  amount: number;
  postedAt: Date;
}

export const EntryEntity = new EntitySchema<EntryRow>({
  name: 'entry',
  tableName: 'entries',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true },
    transactionId: { name: 'transaction_id', type: 'uuid', primary: true },
    line: { type: 'text', primary: true },
    currency: { type: 'text' },
    amount: { ...bigintColumn },
    postedAt: instant('posted_at'),
  },
});

export const entryRowOf = (entry: Entry): EntryRow => ({
  ...entry,
  accountId: uuidFromId(entry.accountId),
  transactionId: uuidFromId(entry.transactionId),
});

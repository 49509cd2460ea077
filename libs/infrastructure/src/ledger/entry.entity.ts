import type { Entry, RunningTotals } from '@florin/ledger';
import { EntitySchema } from 'typeorm';
import { idColumn, optional, rowWriter } from '../postgres/entity-mapping.js';
import { bigintColumn, instant, largeIntegerColumn } from '../postgres/columns.js';

type EntryRow = Omit<Entry, 'running'> & {
  readonly [Name in keyof RunningTotals]?: RunningTotals[Name] | undefined;
};

export const EntryEntity = new EntitySchema<EntryRow>({
  name: 'entry',
  tableName: 'entries',
  columns: {
    accountId: { ...idColumn('acct', 'account_id'), primary: true },
    transactionId: { ...idColumn('txn', 'transaction_id'), primary: true },
    line: { type: 'text', primary: true },
    currency: { type: 'text' },
    amount: { ...bigintColumn },
    postedAt: instant('posted_at'),
    position: optional({ ...bigintColumn }),
    balanceAfter: optional({ ...bigintColumn, name: 'balance_after' }),
    totalIn: optional({ ...largeIntegerColumn, name: 'total_in' }),
  },
});

const toRow = rowWriter(EntryEntity);

export const entryRowOf = ({ running, ...entry }: Entry): object => toRow({ ...entry, ...running });

export function entryOf({ position, balanceAfter, totalIn, ...entry }: EntryRow): Entry {
  if (position === undefined || balanceAfter === undefined || totalIn === undefined) return entry;
  return { ...entry, running: { position, balanceAfter, totalIn } };
}

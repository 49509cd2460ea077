import type { Balance } from '@florin/ledger';
import { EntitySchema } from 'typeorm';
import { idColumn, rowReader, rowWriter } from '../postgres/entity-mapping.js';
import { bigintColumn, instant } from '../postgres/columns.js';

export const BalanceEntity = new EntitySchema<Balance>({
  name: 'book',
  tableName: 'books',
  columns: {
    accountId: { ...idColumn('acct', 'account_id'), primary: true },
    currency: { type: 'text' },
    state: { type: 'text' },
    used: { type: 'boolean' },
    available: { ...bigintColumn },
    held: { ...bigintColumn },
    incoming: { ...bigintColumn },
    updatedAt: instant('updated_at'),
  },
});

export const balanceOf = rowReader(BalanceEntity);
export const balanceRowOf = rowWriter(BalanceEntity);

import type { Book } from '@florin/ledger';
import { EntitySchema } from 'typeorm';
import { idColumn, rowReader, rowWriter } from '../postgres/entity-mapping.js';
import { bigintColumn, instant } from '../postgres/columns.js';

export const BookEntity = new EntitySchema<Book>({
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

export const bookOf = rowReader(BookEntity);
export const bookRowOf = rowWriter(BookEntity);

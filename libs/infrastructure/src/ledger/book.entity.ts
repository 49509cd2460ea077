import { type Currency, idFromUuid, uuidFromId } from '@florin/kernel';
import type { Book, BookState } from '@florin/ledger';
import { EntitySchema } from 'typeorm';
import { bigintColumn, instant, safeInteger } from '../postgres/columns.js';

export interface BookRow {
  accountId: string;
  currency: string;
  state: string;
  used: boolean;
  available: number;
  held: number;
  incoming: number;
  updatedAt: Date;
}

export const BookEntity = new EntitySchema<BookRow>({
  name: 'book',
  tableName: 'books',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true },
    currency: { type: 'text' },
    state: { type: 'text' },
    used: { type: 'boolean' },
    available: { ...bigintColumn },
    held: { ...bigintColumn },
    incoming: { ...bigintColumn },
    updatedAt: instant('updated_at'),
  },
});

export const bookOf = (row: BookRow): Book => ({
  accountId: idFromUuid('acct', row.accountId),
  currency: row.currency as Currency,
  state: row.state as BookState,
  used: row.used,
  available: safeInteger(row.available),
  held: safeInteger(row.held),
  incoming: safeInteger(row.incoming),
  updatedAt: row.updatedAt,
});

export const bookRowOf = (book: Book): BookRow => ({ ...book, accountId: uuidFromId(book.accountId) });

import { type AccountId, type Currency, idFromUuid } from '@florin/kernel';
import type { Book, BookState } from '@florin/ledger';
import { idColumn, integerColumn, timeColumn, wordColumn } from '../postgres/array-columns.js';
import { safeInteger } from '../postgres/columns.js';
import { counted, type Prepared } from '../postgres/named-query.js';
import { run, type SqlClient } from './sql-client.js';

export interface BookRow {
  account_id: string;
  currency: string;
  state: string;
  used: boolean;
  available: string;
  held: string;
  incoming: string;
  updated_at: Date;
}

export const BOOK_COLUMNS = 'account_id, currency, state, used, available, held, incoming, updated_at';

export const bookOf = (row: BookRow): Book => ({
  accountId: idFromUuid('acct', row.account_id),
  currency: row.currency as Currency,
  state: row.state as BookState,
  used: row.used,
  available: safeInteger(row.available),
  held: safeInteger(row.held),
  incoming: safeInteger(row.incoming),
  updatedAt: row.updated_at,
});

const LOCK = {
  name: 'books_lock',
  text: `SELECT ${BOOK_COLUMNS} FROM books WHERE account_id = ANY ($1::uuid[]) ORDER BY account_id FOR UPDATE`,
};

/**
 * Locks and reads books. All who lock several do it here and in one order, so that nobody waits in a circle. Where
 * tables are spread over several machines a lock across them needs another form: this function is the place for it.
 */
export async function lockBooks(sql: SqlClient, accountIds: readonly AccountId[]): Promise<Book[]> {
  const rows = await run<BookRow>(sql, LOCK, [idColumn(accountIds, (id) => id)]);
  return rows.map(bookOf);
}

const BOOK_ARRAYS = `unnest($1::uuid[], $2::text[], $3::text[], $4::boolean[], $5::bigint[], $6::bigint[],
  $7::bigint[], $8::timestamptz[])`;

const INSERT = {
  name: 'books_insert',
  text: `INSERT INTO books (${BOOK_COLUMNS}) SELECT * FROM ${BOOK_ARRAYS}`,
};

const UPDATE = {
  name: 'books_update',
  text: counted(
    `UPDATE books SET currency = new.currency, state = new.state, used = new.used, available = new.available,
      held = new.held, incoming = new.incoming, updated_at = new.updated_at
    FROM ${BOOK_ARRAYS} AS new (${BOOK_COLUMNS})
    WHERE books.account_id = new.account_id`,
    9,
  ),
};

const columnsOf = (books: readonly Book[]): (string | Buffer)[] => [
  idColumn(books, (book) => book.accountId),
  wordColumn(books, (book) => book.currency),
  wordColumn(books, (book) => book.state),
  wordColumn(books, (book) => book.used),
  integerColumn(books, (book) => book.available),
  integerColumn(books, (book) => book.held),
  integerColumn(books, (book) => book.incoming),
  timeColumn(books, (book) => book.updatedAt),
];

export const insertionOfBook = (book: Book): Prepared => ({ ...INSERT, values: columnsOf([book]) });

export const updateOfBooks = (books: readonly Book[]): Prepared[] =>
  books.length === 0 ? [] : [{ ...UPDATE, values: [...columnsOf(books), books.length] }];

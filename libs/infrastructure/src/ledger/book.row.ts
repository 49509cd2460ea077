import { type AccountId, type Currency, idFromUuid } from '@florin/kernel';
import type { Book, BookState } from '@florin/ledger';
import { idColumn, integerColumn, timeColumn, wordColumn } from '../postgres/array-columns.js';
import { safeInteger } from '../postgres/columns.js';
import { sqlStateOf } from '../postgres/driver-error.js';
import { counted, type Prepared } from '../postgres/named-query.js';
import { allInOrder, run, type SqlClient } from './sql-client.js';

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

/** Thrown when books could not be had in the time for which a batch waits for them. */
export class BooksHeld extends Error {
  override readonly name = 'BooksHeld';
}

/**
 * The statement is limited, not its wait for a lock: that limit begins anew with each who holds the row in turn, and so
 * the wait could last for ever.
 */
const FOR_SO_LONG = {
  name: 'books_wait_for_so_long',
  text: `SELECT set_config('statement_timeout', $1, true)`,
};
const AS_USUAL = { name: 'books_wait_as_usual', text: 'SET LOCAL statement_timeout TO DEFAULT' };
const OUT_OF_TIME = '57014';

/** As `lockBooks`, for one who had better go on without some of them than wait longer. All of it goes in one packet. */
export async function lockBooksWithin(
  waitMs: number,
  sql: SqlClient,
  accountIds: readonly AccountId[],
): Promise<Book[]> {
  const [, books] = await allInOrder([
    run(sql, FOR_SO_LONG, [String(waitMs)]),
    lockBooks(sql, accountIds).catch(refuseToWait),
    run(sql, AS_USUAL, []),
  ]);
  return books;
}

function refuseToWait(error: unknown): never {
  throw sqlStateOf(error) === OUT_OF_TIME ? new BooksHeld('Somebody else holds one of the books') : error;
}

const LOCK_FREE = {
  name: 'books_lock_free',
  text: `WITH locked AS (
      SELECT ${BOOK_COLUMNS} FROM books WHERE account_id = ANY ($1::uuid[]) ORDER BY account_id FOR UPDATE SKIP LOCKED)
    SELECT ${BOOK_COLUMNS} FROM (SELECT account_id FROM books WHERE account_id = ANY ($1::uuid[])) AS known
    LEFT JOIN locked USING (account_id)`,
};

type HeldRow = Pick<BookRow, 'account_id'> & { currency: null };

/** Locks and reads those books that nobody else holds, without waiting, and tells which of them somebody does. */
export async function lockFreeBooks(
  sql: SqlClient,
  accountIds: readonly AccountId[],
): Promise<{ readonly books: readonly Book[]; readonly held: ReadonlySet<AccountId> }> {
  const rows = await run<BookRow | HeldRow>(sql, LOCK_FREE, [idColumn(accountIds, (id) => id)]);
  const isHeld = (row: BookRow | HeldRow): row is HeldRow => row.currency === null;
  return {
    books: rows.filter((row) => !isHeld(row)).map(bookOf),
    held: new Set(rows.filter(isHeld).map((row) => idFromUuid('acct', row.account_id))),
  };
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

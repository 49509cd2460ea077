import {
  type AccountId,
  type CursorPage,
  type CursorRequest,
  type EventEnvelope,
  type EventId,
  idFromUuid,
  later,
  type TransactionId,
  uuidFromId,
} from '@florin/kernel';
import {
  type Book,
  BookReader,
  type DueTransaction,
  DueTransactions,
  EventReader,
  firstIdAt,
  type Transaction,
  type TransactionFilter,
  TransactionReader,
} from '@florin/ledger';
import type { DataSource } from 'typeorm';
import { BOOK_COLUMNS, bookOf, type BookRow } from './book.row.js';
import { EVENT_COLUMNS, eventOf } from './event.row.js';
import { readKeysetPage } from './keyset.js';
import { TRANSACTION_COLUMNS, transactionOf, type TransactionRow } from './transaction.row.js';

export class PostgresTransactionReader extends TransactionReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(id: TransactionId, accountId: AccountId | undefined): Promise<Transaction | undefined> {
    const inAccount = accountId === undefined ? '' : 'AND account_id = $2';
    const values = accountId === undefined ? [uuidFromId(id)] : [uuidFromId(id), uuidFromId(accountId)];
    const text = `SELECT ${TRANSACTION_COLUMNS} FROM transactions WHERE id = $1 ${inAccount}`;
    const [row] = await this.dataSource.query<TransactionRow[]>(text, values);
    return row && transactionOf(row);
  }

  list(filter: TransactionFilter, request: CursorRequest<TransactionId>): Promise<CursorPage<Transaction>> {
    const { accountId, status, type, from, until } = filter;
    // As literals, because only then can the planner see that a partial index fits.
    const conditions = [status && `status = '${status}'`, type && `type = '${type}'`].filter(
      (text) => text !== undefined,
    );
    const query = {
      table: 'transactions',
      columns: TRANSACTION_COLUMNS,
      conditions,
      accountId,
      from: from && firstIdAt('txn', from),
      until: until && firstIdAt('txn', until),
    };
    return readKeysetPage(this.dataSource, query, request, transactionOf);
  }
}

export class PostgresBookReader extends BookReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(accountId: AccountId): Promise<Book | undefined> {
    const text = `SELECT ${BOOK_COLUMNS} FROM books WHERE account_id = $1`;
    const [row] = await this.dataSource.query<BookRow[]>(text, [uuidFromId(accountId)]);
    return row && bookOf(row);
  }
}

export class PostgresEventReader extends EventReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  list(accountId: AccountId, request: CursorRequest<EventId>): Promise<CursorPage<EventEnvelope>> {
    const query = { table: 'events', columns: EVENT_COLUMNS, accountId };
    return readKeysetPage(this.dataSource, query, request, eventOf);
  }
}

export class PostgresDueTransactions extends DueTransactions {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async findPending(createdUntil: Date, limit: number): Promise<readonly DueTransaction[]> {
    const text = `SELECT account_id, id FROM transactions WHERE status = 'pending' AND id < $1 ORDER BY id LIMIT $2`;
    const firstTooYoung = uuidFromId(firstIdAt('txn', later(createdUntil, 1)));
    const rows = await this.dataSource.query<Pick<TransactionRow, 'account_id' | 'id'>[]>(text, [
      firstTooYoung,
      limit,
    ]);
    return rows.map((row) => ({
      id: idFromUuid('txn', row.id),
      accountId: idFromUuid('acct', row.account_id),
    }));
  }
}

import {
  type AccountId,
  type CursorPage,
  type CursorRequest,
  type EventEnvelope,
  type EventId,
  firstIdAt,
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
  type Transaction,
  type TransactionFilter,
  TransactionReader,
} from '@florin/ledger';
import type { DataSource } from 'typeorm';
import { idColumn } from '../postgres/array-columns.js';
import { Coalescer } from '../postgres/coalescer.js';
import { readNamed } from '../postgres/named-query.js';
import { OVER_ALL_ACCOUNTS, RARE_OVER_ALL_ACCOUNTS } from '../postgres/over-all-accounts.js';
import { BOOK_COLUMNS, bookOf, type BookRow } from './book.row.js';
import { eventOf, type EventRow, GATHERED_EVENTS } from './event.row.js';
import { KeysetPages } from './keyset-pages.js';
import {
  GATHERED_TRANSACTIONS,
  TRANSACTION_COLUMNS,
  transactionOf,
  type TransactionRow,
} from './transaction.row.js';

const FIND = {
  name: 'transactions_find',
  text: `SELECT ${TRANSACTION_COLUMNS} FROM transactions
    WHERE id = ANY ($1::uuid[]) AND ${OVER_ALL_ACCOUNTS}`,
};

export class PostgresTransactionReader extends TransactionReader {
  /** Transactions that are asked for in one turn of the event loop are read with one query. */
  private readonly byId = new Coalescer<TransactionId, Transaction>(async (ids) => {
    const rows = await readNamed<TransactionRow>(this.dataSource, FIND, [idColumn(ids, (id) => id)]);
    return new Map(rows.map(transactionOf).map((found) => [found.id, found]));
  });
  private readonly pages: KeysetPages<TransactionRow, Transaction>;

  constructor(private readonly dataSource: DataSource) {
    super();
    const list = { table: 'transactions', columns: GATHERED_TRANSACTIONS, itemOf: transactionOf };
    this.pages = new KeysetPages(dataSource, list);
  }

  async find(id: TransactionId, accountId: AccountId | undefined): Promise<Transaction | undefined> {
    const found = await this.byId.ask(id);
    return accountId === undefined || found?.accountId === accountId ? found : undefined;
  }

  async list(
    filter: TransactionFilter,
    request: CursorRequest<TransactionId>,
  ): Promise<CursorPage<Transaction>> {
    const { refundOf } = filter;
    if (refundOf === undefined) return this.page(filter, request);
    // Refunds are in the account of their payment, and the index of refunds begins with the account.
    const payment = await this.find(refundOf, filter.accountId);
    if (payment === undefined) return { items: [], hasMore: false };
    return this.page({ ...filter, accountId: payment.accountId }, request);
  }

  private page(
    filter: TransactionFilter,
    request: CursorRequest<TransactionId>,
  ): Promise<CursorPage<Transaction>> {
    const { accountId, status, type, refundOf, from, until } = filter;
    // As literals, because only then can the planner see that a partial index fits.
    const conditions = [
      accountId === undefined ? anywhere(filter) : undefined,
      status && `status = '${status}'`,
      type && `type = '${type}'`,
    ].filter((text) => text !== undefined);
    const ids = { from: from && firstIdAt('txn', from), until: until && firstIdAt('txn', until) };
    return this.pages.read({ conditions, accountId, refundOf, ...ids }, request);
  }
}

/** Most transactions have succeeded and most are payments; only the others have an index of their own. */
const anywhere = ({ status = 'succeeded', type = 'payment' }: TransactionFilter): string =>
  status === 'succeeded' && type === 'payment' ? OVER_ALL_ACCOUNTS : RARE_OVER_ALL_ACCOUNTS;

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
  private readonly pages: KeysetPages<EventRow, EventEnvelope>;

  constructor(dataSource: DataSource) {
    super();
    const list = { table: 'events', columns: GATHERED_EVENTS, itemOf: eventOf };
    this.pages = new KeysetPages(dataSource, list);
  }

  list(accountId: AccountId, request: CursorRequest<EventId>): Promise<CursorPage<EventEnvelope>> {
    return this.pages.read({ accountId }, request);
  }
}

const BEFORE_ALL = firstIdAt('txn', new Date(0));

export class PostgresDueTransactions extends DueTransactions {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async findPending(
    createdUntil: Date,
    limit: number,
    after: TransactionId = BEFORE_ALL,
  ): Promise<readonly DueTransaction[]> {
    const text = `SELECT account_id, id FROM transactions
      WHERE status = 'pending' AND ${RARE_OVER_ALL_ACCOUNTS} AND id > $1 AND id < $2 ORDER BY id LIMIT $3`;
    const firstTooYoung = firstIdAt('txn', later(createdUntil, 1));
    const rows = await this.dataSource.query<Pick<TransactionRow, 'account_id' | 'id'>[]>(text, [
      uuidFromId(after),
      uuidFromId(firstTooYoung),
      limit,
    ]);
    return rows.map((row) => ({
      id: idFromUuid('txn', row.id),
      accountId: idFromUuid('acct', row.account_id),
    }));
  }
}

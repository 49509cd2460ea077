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
import { ANYWHERE, OVER_ALL_ACCOUNTS, RARE_OVER_ALL_ACCOUNTS } from '../postgres/over-all-accounts.js';
import { readPage } from '../postgres/read-page.js';
import { BookEntity, bookOf } from './book.entity.js';
import { EventEntity, eventOf } from './event.entity.js';
import { TransactionEntity, transactionOf, type TransactionRow } from './transaction.entity.js';

export class PostgresTransactionReader extends TransactionReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(id: TransactionId, accountId: AccountId | undefined): Promise<Transaction | undefined> {
    const account = accountId === undefined ? ANYWHERE : { accountId: uuidFromId(accountId) };
    const where = { ...account, id: uuidFromId(id) };
    const row = await this.dataSource.manager.findOneBy(TransactionEntity, where);
    return row === null ? undefined : transactionOf(row);
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
    const query = this.dataSource.manager.createQueryBuilder(TransactionEntity, 'transaction');
    if (accountId === undefined) query.where(`transaction.${anywhere(filter)}`);
    else query.where('transaction.accountId = :accountId', { accountId: uuidFromId(accountId) });
    if (status !== undefined) query.andWhere('transaction.status = :status', { status });
    if (type !== undefined) query.andWhere('transaction.type = :type', { type });
    if (refundOf !== undefined)
      query.andWhere('transaction.refundOf = :refundOf', { refundOf: uuidFromId(refundOf) });
    // Ids begin with the time of creation, so a span of time is a span of ids.
    if (from !== undefined)
      query.andWhere('transaction.id >= :from', { from: uuidFromId(firstIdAt('txn', from)) });
    if (until !== undefined)
      query.andWhere('transaction.id < :until', { until: uuidFromId(firstIdAt('txn', until)) });
    return readPage(query, request, transactionOf);
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
    const row = await this.dataSource.manager.findOneBy(BookEntity, { accountId: uuidFromId(accountId) });
    return row === null ? undefined : bookOf(row);
  }
}

export class PostgresEventReader extends EventReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  list(accountId: AccountId, request: CursorRequest<EventId>): Promise<CursorPage<EventEnvelope>> {
    const query = this.dataSource.manager
      .createQueryBuilder(EventEntity, 'event')
      .where('event.accountId = :accountId', { accountId: uuidFromId(accountId) });
    return readPage(query, request, eventOf);
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
    const text = `SELECT account_id AS "accountId", id FROM transactions
      WHERE status = 'pending' AND ${RARE_OVER_ALL_ACCOUNTS} AND id > $1 AND id < $2 ORDER BY id LIMIT $3`;
    const firstTooYoung = firstIdAt('txn', later(createdUntil, 1));
    const rows = await this.dataSource.query<Pick<TransactionRow, 'accountId' | 'id'>[]>(text, [
      uuidFromId(after),
      uuidFromId(firstTooYoung),
      limit,
    ]);
    return rows.map((row) => ({
      id: idFromUuid('txn', row.id),
      accountId: idFromUuid('acct', row.accountId),
    }));
  }
}

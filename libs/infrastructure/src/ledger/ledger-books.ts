import {
  type AccountId,
  type AccountIds,
  type Currency,
  DomainError,
  type EventEnvelope,
  type Ids,
  inPieces,
  type TransactionId,
  uuidFromId,
} from '@florin/kernel';
import {
  type Book,
  type BookState,
  cancelPending,
  changeCurrency,
  closeBook,
  creditBook,
  type Emptied,
  freezeBook,
  openBook,
  type SettledCredit,
  thawBook,
  type Transaction,
} from '@florin/ledger';
import type { EntityManager } from 'typeorm';
import { afterId, BATCH_ROWS, withoutMetadata } from '../postgres/find-options.js';
import { BookEntity, bookRowOf } from './book.entity.js';
import { endTransactions, insertEvents, lockBalances, updateBalances, writeChanges } from './ledger.sql.js';
import { holdForNew, numberEvents, withIds } from './numbered-events.js';
import { runAll, type SqlClient, sqlClientOf } from './sql-client.js';
import { TransactionEntity, transactionOf } from './transaction.entity.js';

/**
 * What becomes of an account's book when something becomes of the account, in the SQL transaction of whoever decided
 * that. Each of these locks the book, and from then on nothing happens to the account's money but what the caller
 * does. A caller who needs a time that no transaction is later than calls `lock` first and asks the clock after it.
 */
export class LedgerBooks {
  constructor(
    private readonly manager: EntityManager,
    private readonly ids: Ids,
    private readonly actor: string,
  ) {}

  async open(accountId: AccountId, currency: Currency, now: Date): Promise<void> {
    await this.manager.insert(BookEntity, bookRowOf(openBook(accountId, currency, now)));
  }

  async lock(accountId: AccountId): Promise<Book> {
    return theOne(await lockBalances(await this.sql(), [accountId]));
  }

  /** Locks the book, and draws ids for what is new with its account. */
  async lockForNew(accountId: AccountId): Promise<{ readonly book: Book; readonly ids: AccountIds }> {
    const { held, ids } = await holdForNew(await this.sql(), this.ids, [accountId], lockBalances);
    return { book: theOne(held), ids };
  }

  /** Lets the book take new transactions, or keeps it from taking any. Nothing happens when it is so already. */
  async setState(accountId: AccountId, state: Exclude<BookState, 'closed'>, now: Date): Promise<void> {
    const book = await this.lock(accountId);
    if (book.state === state) return;
    await this.save(state === 'open' ? thawBook(book, now) : freezeBook(book, now));
  }

  /** Refuses with `invalid_request` once the account has had a transaction. */
  async changeCurrency(accountId: AccountId, currency: Currency, now: Date): Promise<void> {
    await this.save(changeCurrency(await this.lock(accountId), currency, now));
  }

  /** Cancels everything that is pending, so that holds return, and closes the book for good. */
  async close(accountId: AccountId, now: Date): Promise<void> {
    const sql = await this.sql();
    let book = await this.lock(accountId);
    for await (const pending of inPieces<Transaction>((after) => this.pendingOf(accountId, after))) {
      const emptied = cancelPending(book, pending, now);
      ({ book } = emptied);
      await runAll(sql, endTransactions(emptied.canceled));
      await runAll(sql, insertEvents(await this.told(emptied, now)));
    }
    await this.save(closeBook(book, now));
  }

  /** Behind an id, so that none is met again which was ended by then. */
  private async pendingOf(
    accountId: AccountId,
    after: TransactionId | undefined,
  ): Promise<readonly Transaction[]> {
    const rows = await this.manager.find(TransactionEntity, {
      select: withoutMetadata(TransactionEntity),
      where: { accountId: uuidFromId(accountId), status: 'pending', ...afterId(after) },
      order: { id: 'ASC' },
      take: BATCH_ROWS,
    });
    return rows.map((row) => transactionOf({ ...row, metadata: {} }));
  }

  private async told({ canceled, events }: Emptied, now: Date): Promise<readonly EventEnvelope[]> {
    const endedAt = new Map<string, Date>(canceled.map(({ id, updatedAt }) => [id, updatedAt]));
    const timed = events.map((event) => ({ ...event, occurredAt: endedAt.get(event.subjectId) ?? now }));
    return numberEvents(await this.sql(), this.ids, timed, this.actor);
  }

  /**
   * Puts money on the book that was taken in for it already, as a credit that is settled from the start. Undefined
   * when the book can take nothing any more, and then nothing is written.
   */
  async postSettledCredit(credit: SettledCredit, now: Date): Promise<Transaction | undefined> {
    const sql = await this.sql();
    const { book: locked, ids } = await this.lockForNew(credit.accountId);
    const credited = creditBook(locked, ids.next('txn', credit.accountId), credit, now);
    if (credited === undefined) return undefined;
    const { book, added, settled, entries, events } = credited;
    const told = events.map((event) => ({ ...event, occurredAt: settled.updatedAt }));
    const changes = {
      books: [book],
      added: [added],
      changed: [settled],
      entries,
      events: withIds(told, ids, this.actor),
    };
    await runAll(sql, writeChanges(changes));
    return settled;
  }

  private async save(book: Book): Promise<void> {
    await runAll(await this.sql(), updateBalances([book]));
  }

  private sql(): Promise<SqlClient> {
    return sqlClientOf(this.manager);
  }
}

function theOne([book]: readonly Book[]): Book {
  if (book === undefined) throw new DomainError('not_found', 'There is no such account.');
  return book;
}

import {
  type AccountId,
  type AccountIds,
  type Currency,
  DomainError,
  type EventEnvelope,
  idFromUuid,
  type Ids,
  inPieces,
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
import { ROWS_AT_ONCE } from '../postgres/pieces.js';
import { insertionOfBook, lockBooks, updateOfBooks } from './book.row.js';
import { insertionOfEvents } from './event.row.js';
import { holdForNew, numberEvents, withIds } from './numbered-events.js';
import { runAll, type SqlClient, sqlClientOf } from './sql-client.js';
import { endingOfTransactions, type TransactionRow, transactionOf } from './transaction.row.js';
import { writesOf } from './writes-of.js';

/**
 * What its caller has written of each is left out: it takes up to 8 KiB, and much more once it is taken apart. Without a
 * name, so that it is planned for the account in question, which may have far more than others.
 */
const PENDING = `SELECT account_id, id, type, amount, currency, status, refund_of, created_at, updated_at
  FROM transactions WHERE account_id = $1 AND status = 'pending' AND id > $2 ORDER BY id LIMIT ${ROWS_AT_ONCE}`;
const LEAST_ID = idFromUuid('txn', '00000000-0000-0000-0000-000000000000');
type PendingRow = Omit<TransactionRow, keyof typeof LEFT_OUT>;
const LEFT_OUT = { reference: null, metadata: {}, failure_reason: null, ended_at: null };

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
    await runAll(await this.sql(), [insertionOfBook(openBook(accountId, currency, now))]);
  }

  async lock(accountId: AccountId): Promise<Book> {
    return theOne(await lockBooks(await this.sql(), [accountId]));
  }

  /** Locks the book, and draws ids for what is new with its account. */
  async lockForNew(accountId: AccountId): Promise<{ readonly book: Book; readonly ids: AccountIds }> {
    const { held, ids } = await holdForNew(await this.sql(), this.ids, [accountId], lockBooks);
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
      await runAll(sql, endingOfTransactions(emptied.canceled));
      await runAll(sql, insertionOfEvents(await this.told(emptied, now)));
    }
    await this.save(closeBook(book, now));
  }

  /** Behind an id, so that none is met again which was ended by then. */
  private async pendingOf(accountId: AccountId, after = LEAST_ID): Promise<readonly Transaction[]> {
    const values = [uuidFromId(accountId), uuidFromId(after)];
    const rows = await this.manager.query<PendingRow[]>(PENDING, values);
    return rows.map((row) => transactionOf({ ...row, ...LEFT_OUT }));
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
    await runAll(sql, writesOf(changes));
    return settled;
  }

  private async save(book: Book): Promise<void> {
    await runAll(await this.sql(), updateOfBooks([book]));
  }

  private sql(): Promise<SqlClient> {
    return sqlClientOf(this.manager);
  }
}

function theOne([book]: readonly Book[]): Book {
  if (book === undefined) throw new DomainError('not_found', 'There is no such account.');
  return book;
}

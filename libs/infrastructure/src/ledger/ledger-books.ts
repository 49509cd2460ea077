import {
  type AccountId,
  type AccountIds,
  type Currency,
  DomainError,
  type EventEnvelope,
  type Ids,
  inPieces,
  type TransactionId,
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
import { insertItem } from '../postgres/entity-mapping.js';
import { afterId, BATCH_ROWS, withoutMetadata } from '../postgres/find-options.js';
import { BookEntity } from './book.entity.js';
import { endTransactions, insertEvents, lockBalances, updateBalances, writeChanges } from './ledger.sql.js';
import { lockForNew, numberEvents, withIds } from './numbered-events.js';
import { runAll, type SqlClient, sqlClientOf } from './sql-client.js';
import { TransactionEntity } from './transaction.entity.js';

// Each change locks the book until the commit. To get a time that is not before any transaction, read the clock after `lock`.
export class LedgerBooks {
  constructor(
    private readonly manager: EntityManager,
    private readonly ids: Ids,
    private readonly actor: string,
  ) {}

  open(accountId: AccountId, currency: Currency, now: Date): Promise<void> {
    return insertItem(this.manager, BookEntity, openBook(accountId, currency, now));
  }

  async lock(accountId: AccountId): Promise<Book> {
    return theOne(await lockBalances(await this.sql(), [accountId]));
  }

  async lockForNew(accountId: AccountId): Promise<{ readonly book: Book; readonly ids: AccountIds }> {
    const { locked, ids } = await lockForNew(await this.sql(), this.ids, [accountId], lockBalances);
    return { book: theOne(locked), ids };
  }

  async setState(accountId: AccountId, state: Exclude<BookState, 'closed'>, now: Date): Promise<void> {
    const book = await this.lock(accountId);
    if (book.state === state) return;
    await this.save(state === 'open' ? thawBook(book, now) : freezeBook(book, now));
  }

  /** Refuses with `invalid_request` once the account has had a transaction. */
  async changeCurrency(accountId: AccountId, currency: Currency, now: Date): Promise<void> {
    await this.save(changeCurrency(await this.lock(accountId), currency, now));
  }

  /** Cancels all pending transactions, which releases their holds, and closes the book. */
  async close(accountId: AccountId, now: Date): Promise<void> {
    const sql = await this.sql();
    let book = await this.lock(accountId);
    for await (const pending of inPieces<Transaction>((after) => this.pendingOf(accountId, after))) {
      const emptied = cancelPending(book, pending, now);
      ({ book } = emptied);
      await runAll(sql, endTransactions(emptied.canceled));
      await runAll(sql, insertEvents(await this.numbered(emptied, now)));
    }
    await this.save(closeBook(book, now));
  }

  private async pendingOf(
    accountId: AccountId,
    after: TransactionId | undefined,
  ): Promise<readonly Transaction[]> {
    const rows = await this.manager.find(TransactionEntity, {
      select: withoutMetadata(TransactionEntity),
      where: { accountId, status: 'pending', ...afterId(after) },
      order: { id: 'ASC' },
      take: BATCH_ROWS,
    });
    return rows.map((row) => ({ ...row, metadata: {} }));
  }

  private async numbered({ canceled, events }: Emptied, now: Date): Promise<readonly EventEnvelope[]> {
    const endedAt = new Map<string, Date>(canceled.map(({ id, updatedAt }) => [id, updatedAt]));
    const timed = events.map((event) => ({ ...event, occurredAt: endedAt.get(event.subjectId) ?? now }));
    return numberEvents(await this.sql(), this.ids, timed, this.actor);
  }

  /** Credits money that was already collected. Undefined, and nothing is written, when the book is closed. */
  async postSettledCredit(credit: SettledCredit, now: Date): Promise<Transaction | undefined> {
    const sql = await this.sql();
    const { book: locked, ids } = await this.lockForNew(credit.accountId);
    const credited = creditBook(locked, ids.next('txn', credit.accountId), credit, now);
    if (credited === undefined) return undefined;
    const { book, added, settled, entries, events } = credited;
    const timed = events.map((event) => ({ ...event, occurredAt: settled.updatedAt }));
    const numbered = withIds(timed, ids, this.actor);
    const changes = { books: [book], added: [added], changed: [settled], entries, events: numbered };
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

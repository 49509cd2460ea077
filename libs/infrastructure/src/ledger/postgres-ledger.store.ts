import type { AccountId, EventEnvelope } from '@florin/kernel';
import {
  accountIsBusy,
  type Book,
  type Decided,
  type LedgerState,
  LedgerStore,
  type Needs,
} from '@florin/ledger';
import type { DataSource } from 'typeorm';
import { together } from '../postgres/named-query.js';
import { inSqlTransaction } from '../postgres/sql-transaction.js';
import { Lanes } from '../system/lanes.js';
import { BooksHeld, lockBooksWithin, lockFreeBooks } from './book.row.js';
import { isTold, readNewestEvents } from './event.row.js';
import { insertionOfKeys, readAnswers } from './idempotency-key.row.js';
import { allInOrder, type SqlClient, sqlClientOf } from './sql-client.js';
import { placeTransactions, readTransactions, sumRefunds } from './transaction.row.js';
import { writesOf } from './writes-of.js';

/** Whoever waits for longer than this keeps a connection from others all the while, and so only some may at once. */
const LONG_MS = 1_000;
const LONG_WAITS = { atOnce: 3, mostWaiting: 1_000, longestWaitMs: 3_000 };

/** The ledger on PostgreSQL: one SQL transaction for a whole batch, one statement for each table. */
export class PostgresLedgerStore extends LedgerStore {
  private readonly longWaits = new Lanes(LONG_WAITS, accountIsBusy);

  constructor(private readonly dataSource: DataSource) {
    super();
  }

  write<Result>(
    needs: Needs,
    decide: (state: LedgerState) => Decided<Result>,
    waitMs: number,
  ): Promise<Result> {
    if (waitMs === 0) return this.writeUnder(lockFreeBooks, needs, decide);
    if (waitMs <= LONG_MS) return this.writeWithin(waitMs, needs, decide);
    const since = performance.now();
    return this.longWaits.during('any book', () => {
      const leftMs = Math.ceil(waitMs - (performance.now() - since));
      return this.writeWithin(Math.max(1, leftMs), needs, decide);
    });
  }

  private async writeWithin<Result>(
    waitMs: number,
    needs: Needs,
    decide: (state: LedgerState) => Decided<Result>,
  ): Promise<Result> {
    try {
      return await this.writeUnder(inTurnWithin(waitMs), needs, decide);
    } catch (error) {
      if (!(error instanceof BooksHeld)) throw error;
      return this.writeUnder(lockFreeBooks, needs, decide);
    }
  }

  private writeUnder<Result>(
    lock: LockBooks,
    needs: Needs,
    decide: (state: LedgerState) => Decided<Result>,
  ): Promise<Result> {
    let told: EventEnvelope | undefined;
    return inSqlTransaction(
      this.dataSource,
      async (manager, beforeCommit) => {
        const sql = await sqlClientOf(manager);
        const { changes, result } = decide(await readLocked(sql, lock, needs));
        [told] = changes.events;
        // Keys last, because they may wait for another writer: all that can fail by itself has been tried by then.
        beforeCommit([...writesOf(changes), ...insertionOfKeys(changes.keys)]);
        return result;
      },
      {},
      async (ask) => told && isTold(ask, told),
    );
  }
}

type LockBooks = (
  sql: SqlClient,
  accountIds: readonly AccountId[],
) => Promise<Pick<LedgerState, 'held'> & { readonly books: readonly Book[] }>;

/** Waits in line for the books, but not for long. The limit is sent with the lock, and costs no journey of its own. */
const inTurnWithin =
  (waitMs: number): LockBooks =>
  async (sql, accountIds) => ({ books: await lockBooksWithin(waitMs, sql, accountIds) });

/** Locks first: whatever is read after that stays as it is until the commit. */
async function readLocked(sql: SqlClient, lock: LockBooks, needs: Needs): Promise<LedgerState> {
  const placed = await placeTransactions(sql, needs.unplacedIds);
  const accountIds = new Set(needs.accountIds);
  const spared = new Set<AccountId>();
  for (const { accountId } of placed) (needs.knownHeld.has(accountId) ? spared : accountIds).add(accountId);
  // Sent together, and worked through in this order: each statement sees what was committed before it began.
  const [{ books, held }, transactions, refunded, answers, newestEvents] = await together(sql, () =>
    allInOrder([
      lock(sql, [...accountIds]),
      readTransactions(sql, [...needs.transactions, ...placed]),
      sumRefunds(sql, needs.accountIds, needs.refundedIds),
      readAnswers(sql, needs.keys),
      readNewestEvents(sql, [...accountIds], needs.eventsFrom),
    ]),
  );
  return {
    books: new Map(books.map((book) => [book.accountId, book])),
    ...((held !== undefined || spared.size > 0) && { held: new Set([...spared, ...(held ?? [])]) }),
    transactions: new Map(transactions.map((transaction) => [transaction.id, transaction])),
    refunded,
    answers,
    newestEvents,
  };
}

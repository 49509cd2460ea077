import type { EventEnvelope } from '@florin/kernel';
import { type Decided, type LedgerState, LedgerStore, type Needs } from '@florin/ledger';
import type { DataSource } from 'typeorm';
import { together } from '../postgres/named-query.js';
import { inSqlTransaction } from '../postgres/sql-transaction.js';
import { lockBooks } from './book.row.js';
import { isTold } from './event.row.js';
import { insertionOfKeys, readAnswers } from './idempotency-key.row.js';
import { type SqlClient, sqlClientOf } from './sql-client.js';
import { placeTransactions, readTransactions, sumRefunds } from './transaction.row.js';
import { writesOf } from './writes-of.js';

/** The ledger on PostgreSQL: one SQL transaction for a whole batch, one statement for each table. */
export class PostgresLedgerStore extends LedgerStore {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  write<Result>(needs: Needs, decide: (state: LedgerState) => Decided<Result>): Promise<Result> {
    let told: EventEnvelope | undefined;
    return inSqlTransaction(
      this.dataSource,
      async (manager, beforeCommit) => {
        const sql = await sqlClientOf(manager);
        const { changes, result } = decide(await readLocked(sql, needs));
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

/** Locks first: whatever is read after that stays as it is until the commit. */
async function readLocked(sql: SqlClient, needs: Needs): Promise<LedgerState> {
  const placed = await placeTransactions(sql, needs.unplacedIds);
  const accountIds = new Set(needs.accountIds);
  for (const { accountId } of placed) accountIds.add(accountId);
  // Sent together, and worked through in this order: each statement sees what was committed before it began.
  const [books, transactions, refunded, answers] = await together(sql, () =>
    Promise.all([
      lockBooks(sql, [...accountIds]),
      readTransactions(sql, [...needs.transactions, ...placed]),
      sumRefunds(sql, needs.accountIds, needs.refundedIds),
      readAnswers(sql, needs.keys),
    ]),
  );
  return {
    books: new Map(books.map((book) => [book.accountId, book])),
    transactions: new Map(transactions.map((transaction) => [transaction.id, transaction])),
    refunded,
    answers,
  };
}

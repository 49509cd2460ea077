import type { EventEnvelope } from '@florin/kernel';
import { type Decided, type LedgerState, LedgerStore, type Needs } from '@florin/ledger';
import type { DataSource } from 'typeorm';
import { inSqlTransaction } from '../postgres/sql-transaction.js';
import {
  findAccountsOf,
  insertKeys,
  isEventCommitted,
  lockFreeBalances,
  readAnswers,
  readNewestEvents,
  readTransactions,
  sumRefunds,
  writeChanges,
} from './ledger.sql.js';
import { pipeline, type SqlClient, sqlClientOf } from './sql-client.js';

export class PostgresLedgerStore extends LedgerStore {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  write<Result>(needs: Needs, decide: (state: LedgerState) => Decided<Result>): Promise<Result> {
    let firstEvent: EventEnvelope | undefined;
    return inSqlTransaction(
      this.dataSource,
      async (manager, beforeCommit) => {
        const { changes, result } = decide(await readLocked(await sqlClientOf(manager), needs));
        [firstEvent] = changes.events;
        // Keys last, because they may wait for another writer.
        beforeCommit([...writeChanges(changes), ...insertKeys(changes.keys)]);
        return result;
      },
      {},
      async (ask) => firstEvent && isEventCommitted(ask, firstEvent),
    );
  }
}

/** Locks first: rows read after that do not change until the commit. */
async function readLocked(sql: SqlClient, needs: Needs): Promise<LedgerState> {
  const placed = await findAccountsOf(sql, needs.unplacedIds);
  const accountIds = [...new Set([...needs.accountIds, ...placed.map(({ accountId }) => accountId)])];
  // Executed in this order; each statement sees what was committed before it started.
  const [{ books, locked }, transactions, refunded, answers, newestEvents] = await pipeline([
    lockFreeBalances(sql, accountIds),
    readTransactions(sql, [...needs.transactions, ...placed]),
    sumRefunds(sql, needs.accountIds, needs.refundedIds),
    readAnswers(sql, needs.keys),
    readNewestEvents(sql, accountIds, needs.eventsFrom),
  ]);
  return {
    books: new Map(books.map((book) => [book.accountId, book])),
    locked,
    transactions: new Map(transactions.map((transaction) => [transaction.id, transaction])),
    refunded,
    answers,
    newestEvents,
  };
}

import type { EventEnvelope } from '@florin/kernel';
import { type BatchDecision, type LedgerState, LedgerStore, type ReadSet } from '@florin/ledger';
import type { DataSource } from 'typeorm';
import { inSqlTransaction } from '../postgres/sql-transaction.js';
import {
  findAccountsOf,
  findSidesOf,
  insertKeys,
  isEventCommitted,
  tryLockBalances,
  readStoredResponses,
  readNewestEvents,
  readTransactions,
  sumRefunds,
  writeChanges,
} from './ledger.sql.js';
import type { NewestHashes } from './event-chain.js';
import { pipeline, type SqlClient, sqlClientOf } from './sql-client.js';

export class PostgresLedgerStore extends LedgerStore {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  write<Result>(needs: ReadSet, decide: (state: LedgerState) => BatchDecision<Result>): Promise<Result> {
    let firstEvent: EventEnvelope | undefined;
    return inSqlTransaction(
      this.dataSource,
      async (manager, beforeCommit) => {
        const { state, newestHashes } = await readLocked(await sqlClientOf(manager), needs);
        const { changes, result } = decide(state);
        [firstEvent] = changes.events;
        // Keys last: inserting them may wait for another writer.
        beforeCommit([...writeChanges(changes, newestHashes), ...insertKeys(changes.keys)]);
        return result;
      },
      {},
      async (queryRows) => firstEvent && isEventCommitted(queryRows, firstEvent),
    );
  }
}

/** Locks first: rows read after that do not change until the commit. */
async function readLocked(
  sql: SqlClient,
  needs: ReadSet,
): Promise<{ readonly state: LedgerState; readonly newestHashes: NewestHashes }> {
  const found = await pipeline([
    findAccountsOf(sql, needs.idsWithoutAccount),
    findSidesOf(sql, needs.transferIds),
  ]);
  const resolved = found.flat();
  const accountIds = [...new Set([...needs.accountIds, ...resolved.map(({ accountId }) => accountId)])];
  // Executed in this order; each statement sees what was committed before it started.
  const [{ balances, locked, newestHashes }, transactions, refunded, responses, newestEvents] =
    await pipeline([
      tryLockBalances(sql, accountIds),
      readTransactions(sql, [...needs.transactions, ...resolved]),
      sumRefunds(sql, needs.accountIds, needs.refundedIds),
      readStoredResponses(sql, needs.keys),
      readNewestEvents(sql, accountIds, needs.minEventId),
    ]);
  const state = {
    balances: new Map(balances.map((balance) => [balance.accountId, balance])),
    locked,
    transactions: new Map(transactions.map((transaction) => [transaction.id, transaction])),
    refunded,
    responses,
    newestEvents,
  };
  return { state, newestHashes };
}

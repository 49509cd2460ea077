import { type AccountId, type EventEnvelope, uuidFromId } from '@florin/kernel';
import { type BatchDecision, type LedgerState, LedgerStore, type ReadSet } from '@florin/ledger';
import type { DataSource } from 'typeorm';
import { shardsOf } from '../postgres/account-shards.js';
import { inSqlTransaction } from '../postgres/sql-transaction.js';
import {
  findAccountsOf,
  findSidesOf,
  type LockedBalances,
  tryLockBalances,
  readTransactions,
  sumRefunds,
  writeChanges,
} from './ledger.sql.js';
import { isEventCommitted, readNewestEvents } from './events.sql.js';
import { insertKeys, readStoredResponses } from './idempotency-keys.sql.js';
import { locateTransactions } from './locate-transactions.js';
import { pipeline, type SqlClient, sqlClientOf } from './sql-client.js';

export class PostgresLedgerStore extends LedgerStore {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async write<Result>(
    readSet: ReadSet,
    decide: (state: LedgerState) => BatchDecision<Result>,
  ): Promise<Result> {
    const needs = await withAccounts(this.dataSource, readSet);
    let firstEvent: EventEnvelope | undefined;
    return inSqlTransaction(
      this.dataSource,
      async (manager, beforeCommit) => {
        const sql = await sqlClientOf(manager);
        const { state, locked } = await readLocked(sql, needs);
        const { changes, result } = decide(state);
        [firstEvent] = changes.events;
        // Keys last: inserting them may wait for another writer.
        beforeCommit([
          ...writeChanges(sql.shards, changes, locked),
          ...insertKeys(sql.shards, changes.keys, locked),
        ]);
        return result;
      },
      {},
      async (queryRows, waitForWriter) =>
        firstEvent && isEventCommitted(queryRows, firstEvent, waitForWriter),
    );
  }

  /** A shard on Citus: a SQL transaction in one shard runs on one node, which commits it in one phase. */
  override partitionOf(accountIds: readonly (AccountId | undefined)[]): number | undefined {
    const shards = shardsOf(this.dataSource);
    if (!shards.areDistributed) return super.partitionOf(accountIds);
    const known = accountIds.filter((accountId) => accountId !== undefined);
    return known.length < accountIds.length ? undefined : shards.commonShardOf(known.map(uuidFromId));
  }
}

/** On Citus, where a look-up by id alone would involve all nodes in the SQL transaction. */
async function withAccounts(dataSource: DataSource, needs: ReadSet): Promise<ReadSet> {
  if (!shardsOf(dataSource).areDistributed) return needs;
  const found = await locateTransactions(dataSource, needs);
  return {
    ...needs,
    idsWithoutAccount: [],
    transferIds: [],
    transactions: [...needs.transactions, ...found],
    accountIds: [...needs.accountIds, ...found.map(({ accountId }) => accountId)],
  };
}

/** Locks first: rows read after that do not change until the commit. */
async function readLocked(
  sql: SqlClient,
  needs: ReadSet,
): Promise<{ readonly state: LedgerState; readonly locked: LockedBalances }> {
  const found = await pipeline([
    findAccountsOf(sql, needs.idsWithoutAccount),
    findSidesOf(sql, needs.transferIds),
  ]);
  const resolved = found.flat();
  const accountIds = [...new Set([...needs.accountIds, ...resolved.map(({ accountId }) => accountId)])];
  // Executed in this order; each statement sees what was committed before it started.
  const [locked, transactions, refunded, responses, newestEvents] = await pipeline([
    tryLockBalances(sql, accountIds),
    readTransactions(sql, [...needs.transactions, ...resolved]),
    sumRefunds(sql, needs.accountIds, needs.refundedIds),
    readStoredResponses(sql, needs.keys),
    readNewestEvents(sql, accountIds, needs.minEventId),
  ]);
  const state = {
    balances: new Map(locked.balances.map((balance) => [balance.accountId, balance])),
    locked: locked.locked,
    transactions: new Map(transactions.map((transaction) => [transaction.id, transaction])),
    refunded,
    responses,
    newestEvents,
  };
  return { state, locked };
}

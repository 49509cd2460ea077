import {
  type AccountId,
  type DomainEvent,
  type MonotonicIds,
  type Currency,
  DomainError,
  idFromUuid,
  type Ids,
  readInBatches,
  type TransactionId,
  uuidFromId,
} from '@florin/kernel';
import {
  type Balance,
  type BalanceState,
  cancelPending,
  changeCurrency,
  type Changes,
  closeBalance,
  creditBalance,
  freezeBalance,
  openBalance,
  endRefundHold,
  holdRefund,
  type RefundHold,
  type SettledCredit,
  type Settlement,
  thawBalance,
  type Transaction,
} from '@florin/ledger';
import { type EntityManager, In, Not } from 'typeorm';
import { shardsOf } from '../postgres/account-shards.js';
import { insertItem } from '../postgres/entity-mapping.js';
import { afterId, BATCH_ROWS, withoutMetadata } from '../postgres/find-options.js';
import { BY_TRANSFER } from '../postgres/partial-index-hints.js';
import { RetrySqlTransaction } from '../postgres/sql-transaction.js';
import { BalanceEntity, newBalanceRow } from './balance.entity.js';
import { appendEvents, lockAndAllocateIds, withIds } from './event-outbox.js';
import {
  endTransactions,
  type LockedBalances,
  lockBalances,
  readTransactions,
  updateBalances,
  writeChanges,
} from './ledger.sql.js';
import { runAll, type SqlClient, sqlClientOf } from './sql-client.js';
import { TransactionEntity } from './transaction.entity.js';

interface LockedLog extends Pick<LockedBalances, 'newestHashes' | 'endpoints'> {
  readonly balance: Balance;
  readonly ids: MonotonicIds;
}

// Each change locks the balance until the commit. Read the clock after `lock`, so that no transaction is later than it.
export class LedgerBalances {
  constructor(
    private readonly manager: EntityManager,
    private readonly ids: Ids,
    private readonly actor: string,
  ) {}

  open(accountId: AccountId, currency: Currency, now: Date): Promise<void> {
    return insertItem(this.manager, BalanceEntity, newBalanceRow(openBalance(accountId, currency, now)));
  }

  async lock(accountId: AccountId): Promise<Balance> {
    return requireBalance((await lockBalances(await this.sql(), [accountId])).balances);
  }

  /** Also locks the balances of accounts with which it has pending transfers, in id order, against deadlocks. */
  async lockForClosing(accountId: AccountId): Promise<void> {
    const accountIds = [accountId, ...(await this.counterpartiesOf(accountId))];
    requireBalance((await lockBalances(await this.sql(), accountIds)).balances);
    const isLocked = new Set(accountIds);
    if ((await this.counterpartiesOf(accountId)).some((id) => !isLocked.has(id)))
      throw new RetrySqlTransaction('Another transfer was created before the balance was locked');
  }

  private async counterpartiesOf(accountId: AccountId): Promise<AccountId[]> {
    const rows = await this.manager.query<{ counterparty_id: string }[]>(PENDING_COUNTERPARTIES, [
      uuidFromId(accountId),
    ]);
    return [...new Set(rows.map(({ counterparty_id }) => idFromUuid('acct', counterparty_id)))];
  }

  async lockAndAllocateIds(accountId: AccountId): Promise<LockedLog> {
    const { locked, ids } = await lockAndAllocateIds(await this.sql(), this.ids, [accountId], lockBalances);
    return { ...locked, balance: requireBalance(locked.balances), ids };
  }

  async setState(accountId: AccountId, state: Exclude<BalanceState, 'closed'>, now: Date): Promise<void> {
    const balance = await this.lock(accountId);
    if (balance.state === state) return;
    await this.save(state === 'open' ? thawBalance(balance, now) : freezeBalance(balance, now));
  }

  /** Throws `invalid_request` once the account has had a transaction. */
  async changeCurrency(accountId: AccountId, currency: Currency, now: Date): Promise<void> {
    await this.save(changeCurrency(await this.lock(accountId), currency, now));
  }

  /** Cancels all pending transactions and transfers, which releases their holds, and closes the balance. */
  async close(accountId: AccountId, now: Date): Promise<void> {
    for await (const pending of readInBatches<Transaction>((after) => this.pendingOf(accountId, after))) {
      const sides = [...pending, ...(await this.otherSidesOf(accountId, pending))];
      for (const [sideAccountId, ownSides] of Map.groupBy(sides, (side) => side.accountId))
        await this.cancelAll(sideAccountId, ownSides, now);
    }
    await this.save(closeBalance(await this.lock(accountId), now));
  }

  private async cancelAll(accountId: AccountId, pending: readonly Transaction[], now: Date): Promise<void> {
    const sql = await this.sql();
    const emptied = cancelPending(await this.lock(accountId), pending, now);
    await runAll(sql, endTransactions(sql.shards, emptied.canceled));
    await appendEvents(this.manager, this.ids, emptied.events, this.actor);
    await this.save(emptied.balance);
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

  private async otherSidesOf(
    accountId: AccountId,
    pending: readonly Transaction[],
  ): Promise<readonly Transaction[]> {
    const transfers = pending.filter(({ transferId }) => transferId !== undefined);
    if (transfers.length === 0) return [];
    const transferIds = transfers.map((side) => side.transferId);
    const shards = shardsOf(this.manager.dataSource);
    // On Citus, after a statement over several shards, the SQL transaction could not close the account, a reference table.
    const accounts = shards.areDistributed
      ? shards.groupsOf(counterpartiesIn(transfers), uuidFromId).map((ids) => In([...ids]))
      : [Not(accountId)];
    const sides: Transaction[] = [];
    for (const inAccounts of accounts) {
      const rows = await this.manager.find(TransactionEntity, {
        select: withoutMetadata(TransactionEntity),
        where: { transferId: In(transferIds), accountId: inAccounts, ...BY_TRANSFER },
      });
      sides.push(...rows.map((row) => ({ ...row, metadata: {} })));
    }
    return sides;
  }

  /**
   * Credits money that was already collected. Undefined, and nothing is written, if the balance is closed, has another
   * currency or would exceed its maximum.
   */
  async postSettledCredit(credit: SettledCredit, now: Date): Promise<Transaction | undefined> {
    const locked = await this.lockAndAllocateIds(credit.accountId);
    const credited = creditBalance(locked.balance, locked.ids.next('txn', credit.accountId), credit, now);
    if (credited === undefined) return undefined;
    const { balance, added, settled, entries, events } = credited;
    const changes = { balances: [balance], added: [added], changed: [settled], entries };
    await this.write(locked, changes, events, settled.updatedAt);
    return settled;
  }

  /** Throws like the creation of a payment. */
  async holdRefund(refund: RefundHold): Promise<Transaction> {
    const { accountId } = refund;
    const locked = await this.lockAndAllocateIds(accountId);
    const { balance, added, events } = holdRefund(locked.balance, locked.ids.next('txn', accountId), refund);
    const changes = { balances: [balance], added: [added], changed: [], entries: [] };
    // Not the time of creation, which can be earlier than the balance after a clock that was far ahead.
    await this.write(locked, changes, events, balance.updatedAt);
    return added;
  }

  async endRefundHold(
    key: Pick<Transaction, 'accountId' | 'id'>,
    settlement: Settlement,
    now: Date,
  ): Promise<Transaction> {
    const locked = await this.lockAndAllocateIds(key.accountId);
    const [held] = await readTransactions(await this.sql(), [key]);
    if (held === undefined) throw new Error(`Transaction ${key.id} of a refund not found.`);
    const { balance, ended, entries, events } = endRefundHold(locked.balance, held, settlement, now);
    const changes = { balances: [balance], added: [], changed: [ended], entries };
    await this.write(locked, changes, events, ended.updatedAt);
    return ended;
  }

  private async write(
    locked: LockedLog,
    changes: Omit<Changes, 'keys' | 'events'>,
    events: readonly DomainEvent[],
    occurredAt: Date,
  ): Promise<void> {
    const timed = events.map((event) => ({ ...event, occurredAt }));
    const envelopes = withIds(timed, locked.ids, this.actor);
    const sql = await this.sql();
    await runAll(sql, writeChanges(sql.shards, { ...changes, events: envelopes }, locked));
  }

  private async save(balance: Balance): Promise<void> {
    const sql = await this.sql();
    await runAll(sql, updateBalances(sql.shards, [balance]));
  }

  private sql(): Promise<SqlClient> {
    return sqlClientOf(this.manager);
  }
}

const PENDING_COUNTERPARTIES = `
  SELECT counterparty_id FROM transactions
  WHERE account_id = $1 AND status = 'pending' AND transfer_id IS NOT NULL`;

const counterpartiesIn = (transfers: readonly Transaction[]): AccountId[] => [
  ...new Set(transfers.flatMap(({ counterpartyId }) => counterpartyId ?? [])),
];

function requireBalance([balance]: readonly Balance[]): Balance {
  if (balance === undefined) throw new DomainError('not_found', 'There is no such account.');
  return balance;
}

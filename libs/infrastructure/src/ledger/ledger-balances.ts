import {
  type AccountId,
  type MonotonicIds,
  type Currency,
  DomainError,
  type Ids,
  readInBatches,
  type TimedEvent,
  type TransactionId,
} from '@florin/kernel';
import {
  type Balance,
  type BalanceState,
  cancelPending,
  changeCurrency,
  closeBalance,
  creditBalance,
  type CanceledPending,
  freezeBalance,
  openBalance,
  type SettledCredit,
  thawBalance,
  type Transaction,
} from '@florin/ledger';
import type { EntityManager } from 'typeorm';
import { insertItem } from '../postgres/entity-mapping.js';
import { afterId, BATCH_ROWS, withoutMetadata } from '../postgres/find-options.js';
import { BalanceEntity, newBalanceRow } from './balance.entity.js';
import type { NewestHashes } from './event-chain.js';
import { endTransactions, lockBalances, updateBalances, writeChanges } from './ledger.sql.js';
import { appendEvents, lockAndAllocateIds, withIds } from './event-outbox.js';
import { runAll, type SqlClient, sqlClientOf } from './sql-client.js';
import { TransactionEntity } from './transaction.entity.js';

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

  async lockAndAllocateIds(accountId: AccountId): Promise<{
    readonly balance: Balance;
    readonly ids: MonotonicIds;
    readonly newestHashes: NewestHashes;
  }> {
    const { locked, ids } = await lockAndAllocateIds(await this.sql(), this.ids, [accountId], lockBalances);
    return { balance: requireBalance(locked.balances), ids, newestHashes: locked.newestHashes };
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

  /** Cancels all pending transactions, which releases their holds, and closes the balance. */
  async close(accountId: AccountId, now: Date): Promise<void> {
    const sql = await this.sql();
    let balance = await this.lock(accountId);
    for await (const pending of readInBatches<Transaction>((after) => this.pendingOf(accountId, after))) {
      const emptied = cancelPending(balance, pending, now);
      ({ balance } = emptied);
      await runAll(sql, endTransactions(emptied.canceled));
      await appendEvents(this.manager, this.ids, timedEvents(emptied, now), this.actor);
    }
    await this.save(closeBalance(balance, now));
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

  /** Credits money that was already collected. Undefined, and nothing is written, when the balance is closed. */
  async postSettledCredit(credit: SettledCredit, now: Date): Promise<Transaction | undefined> {
    const sql = await this.sql();
    const { balance: locked, ids, newestHashes } = await this.lockAndAllocateIds(credit.accountId);
    const credited = creditBalance(locked, ids.next('txn', credit.accountId), credit, now);
    if (credited === undefined) return undefined;
    const { balance, added, settled, entries, events } = credited;
    const timed = events.map((event) => ({ ...event, occurredAt: settled.updatedAt }));
    const envelopes = withIds(timed, ids, this.actor);
    const changes = { balances: [balance], added: [added], changed: [settled], entries, events: envelopes };
    await runAll(sql, writeChanges(changes, newestHashes));
    return settled;
  }

  private async save(balance: Balance): Promise<void> {
    await runAll(await this.sql(), updateBalances([balance]));
  }

  private sql(): Promise<SqlClient> {
    return sqlClientOf(this.manager);
  }
}

function timedEvents({ canceled, events }: CanceledPending, now: Date): TimedEvent[] {
  const endedAt = new Map<string, Date>(canceled.map(({ id, updatedAt }) => [id, updatedAt]));
  return events.map((event) => ({ ...event, occurredAt: endedAt.get(event.subjectId) ?? now }));
}

function requireBalance([balance]: readonly Balance[]): Balance {
  if (balance === undefined) throw new DomainError('not_found', 'There is no such account.');
  return balance;
}

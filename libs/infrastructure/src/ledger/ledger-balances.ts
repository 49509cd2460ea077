import {
  type AccountId,
  type MonotonicIds,
  type Currency,
  DomainError,
  idFromUuid,
  type Ids,
  readInBatches,
  type TransactionId,
  type TransferId,
  uuidFromId,
} from '@florin/kernel';
import {
  type Balance,
  type BalanceState,
  cancelPending,
  changeCurrency,
  closeBalance,
  creditBalance,
  freezeBalance,
  openBalance,
  type SettledCredit,
  thawBalance,
  type Transaction,
} from '@florin/ledger';
import { type EntityManager, In, Not } from 'typeorm';
import { insertItem } from '../postgres/entity-mapping.js';
import { afterId, BATCH_ROWS, withoutMetadata } from '../postgres/find-options.js';
import { BY_TRANSFER } from '../postgres/partial-index-hints.js';
import { RetrySqlTransaction } from '../postgres/sql-transaction.js';
import { BalanceEntity, newBalanceRow } from './balance.entity.js';
import type { NewestHashes } from './event-chain.js';
import { appendEvents, lockAndAllocateIds, withIds } from './event-outbox.js';
import { endTransactions, lockBalances, updateBalances, writeChanges } from './ledger.sql.js';
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

  /** Cancels all pending transactions and transfers, which releases their holds, and closes the balance. */
  async close(accountId: AccountId, now: Date): Promise<void> {
    for await (const pending of readInBatches<Transaction>((after) => this.pendingOf(accountId, after))) {
      const transferIds = pending.flatMap(({ transferId }) => transferId ?? []);
      const sides = [...pending, ...(await this.otherSidesOf(accountId, transferIds))];
      for (const [sideAccountId, ownSides] of Map.groupBy(sides, (side) => side.accountId))
        await this.cancelAll(sideAccountId, ownSides, now);
    }
    await this.save(closeBalance(await this.lock(accountId), now));
  }

  private async cancelAll(accountId: AccountId, pending: readonly Transaction[], now: Date): Promise<void> {
    const sql = await this.sql();
    const emptied = cancelPending(await this.lock(accountId), pending, now);
    await runAll(sql, endTransactions(emptied.canceled));
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
    transferIds: readonly TransferId[],
  ): Promise<readonly Transaction[]> {
    if (transferIds.length === 0) return [];
    const rows = await this.manager.find(TransactionEntity, {
      select: withoutMetadata(TransactionEntity),
      where: { transferId: In([...transferIds]), accountId: Not(accountId), ...BY_TRANSFER },
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

const PENDING_COUNTERPARTIES = `
  SELECT counterparty_id FROM transactions
  WHERE account_id = $1 AND status = 'pending' AND transfer_id IS NOT NULL`;

function requireBalance([balance]: readonly Balance[]): Balance {
  if (balance === undefined) throw new DomainError('not_found', 'There is no such account.');
  return balance;
}

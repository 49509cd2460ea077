import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AccountId, DomainError, type TransactionId, uuidFromId } from '@florin/kernel';
import { type Balance, Ledger } from '@florin/ledger';
import {
  aBalance,
  aTransactionId,
  type LedgerHarness,
  newTransaction,
  idempotentCreateCommand,
  SteppedClock,
  TestIds,
  USD,
} from '@florin/ledger/testing';
import type { DataSource, QueryRunner } from 'typeorm';
import { scheduledNow } from '../../../../test/support/scheduled-time.js';
import { openDatabase } from '../../../../test/support/open-database.js';
import { inSqlTransaction } from '../postgres/sql-transaction.js';
import { lockBalances } from './ledger.sql.js';
import { sqlClientOf } from './sql-client.js';
import { postgresHarness } from './testing/postgres-harness.js';

const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const inUse = { used: true, available: 1_000 };

describe('a balance that another SQL transaction has locked', () => {
  let dataSource: DataSource;
  let harness: LedgerHarness;
  let ledger: Ledger;
  let held: Balance;
  let free: Balance;
  let holder: LockHolder;

  beforeAll(async () => {
    ({ dataSource } = await openDatabase());
    harness = postgresHarness(dataSource);
  });

  beforeEach(async () => {
    const clock = new SteppedClock();
    ledger = new Ledger(harness.store, clock, new TestIds(clock), undefined, endOfTurn);
    [held, free] = [aBalance(inUse), aBalance(inUse)];
    for (const balance of [held, free]) await harness.openBalance(balance);
    holder = await LockHolder.of(dataSource, held.accountId);
  });

  afterEach(() => holder.release());

  const create = ({ accountId }: Balance) => ledger.create(newTransaction(accountId));
  const created = async (balance: Balance): Promise<TransactionId> => {
    const { id } = await create(balance);
    return id;
  };
  const waitingForLocks = async () => {
    const waiting = await dataSource.query<unknown[]>(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return waiting.length;
  };
  const heldOf = async ({ accountId }: Balance) => (await harness.balances.find(accountId))?.held;
  const availableOf = async ({ accountId }: Balance) => (await harness.balances.find(accountId))?.available;

  it('blocks commands on its own account only', async () => {
    const startedAt = scheduledNow();
    const own = expect(create(held)).rejects.toMatchObject({ code: 'unavailable' });
    await create(free);
    expect(scheduledNow() - startedAt).toBeLessThan(3_500);
    await own;
    await holder.release();
    expect([await heldOf(held), await heldOf(free)]).toEqual([0, 500]);
  });

  it('does not delay other accounts, neither at first nor while its own commands wait', async () => {
    const own = create(held).catch(() => undefined);
    await create(free);
    const again = create(held).catch(() => undefined);
    const startedAt = scheduledNow();
    await create(free);
    expect(scheduledNow() - startedAt).toBeLessThan(3_500);
    await holder.release();
    await Promise.all([own, again]);
    expect(await heldOf(free)).toBe(1_000);
  });

  it('does not delay other accounts, and rejects any number of its own commands after the same timeout', async () => {
    const startedAt = scheduledNow();
    const own = Promise.allSettled(Array.from({ length: 2_000 }, () => create(held)));
    await create(free);
    expect(scheduledNow() - startedAt).toBeLessThan(3_500);
    expect(new Set((await own).map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(scheduledNow() - startedAt).toBeLessThan(8_000);
  });

  it('does not delay other accounts when its transactions are given by id only', async () => {
    await holder.release();
    const [first, second] = [await created(held), await created(held)];
    holder = await LockHolder.of(dataSource, held.accountId);
    const cancel = (transactionId: TransactionId) => ledger.cancel({ transactionId, accountId: undefined });
    const own = cancel(first);
    await create(free);
    const again = cancel(second);
    const startedAt = scheduledNow();
    await create(free);
    expect(scheduledNow() - startedAt).toBeLessThan(3_500);
    await holder.release();
    expect(await Promise.all([own, again])).toMatchObject([{ status: 'canceled' }, { status: 'canceled' }]);
  });

  it('makes its own commands wait without a lock on any other balance', async () => {
    const [lower, upper] = [held, free].sort((a, b) => (a.accountId < b.accountId ? -1 : 1)) as [
      Balance,
      Balance,
    ];
    const other = await LockHolder.of(dataSource, free.accountId);
    const [short, long] = lower === held ? [holder, other] : [other, holder];
    const own = create(upper).catch(() => undefined);
    const startedAt = scheduledNow();
    const soon = create(lower);
    await delay(400);
    await short.release();
    await soon;
    expect(scheduledNow() - startedAt).toBeLessThan(3_500);
    // Not locked any more, although commands still wait for the other balance.
    await inSqlTransaction(dataSource, async (manager) =>
      lockBalances(await sqlClientOf(manager), [lower.accountId]),
    );
    await long.release();
    await own;
  });

  it('does not make waiting commands hold connections, even with many locked balances', async () => {
    const balances = Array.from({ length: 30 }, () => aBalance(inUse));
    for (const balance of balances) await harness.openBalance(balance);
    const all = await LockHolder.ofAll(dataSource, balances);
    const own = Promise.allSettled(balances.map(create));
    const input = newTransaction(free.accountId, { type: 'credit', amount: 1 });
    for (let round = 0; round < 20; round++) {
      await ledger.create(input);
      expect(await waitingForLocks()).toBe(0);
    }
    await all.release();
    expect(new Set((await own).map(({ status }) => status))).toEqual(new Set(['fulfilled']));
  });

  it('is not reported as an unavailable store, even with many locked balances', async () => {
    const balances = Array.from({ length: 5 }, () => aBalance(inUse));
    for (const balance of balances) await harness.openBalance(balance);
    const all = await LockHolder.ofAll(dataSource, balances);
    const own = await Promise.allSettled(balances.map(create));
    await all.release();
    for (const outcome of own) expect(outcome).toMatchObject({ reason: expect.any(DomainError) as unknown });
  });

  it('has its commands executed when the lock is released in time', async () => {
    const own = [create(held), create(held)];
    await create(free);
    await holder.release();
    await Promise.all(own);
    expect(await heldOf(held)).toBe(1_000);
  });

  it('does not delay other accounts when shared locks follow each other without a gap', async () => {
    await holder.release();
    const sharing = holdSharedLock(dataSource, held.accountId);
    await sharing.begun;
    const startedAt = scheduledNow();
    const own = create(held).catch(() => undefined);
    await create(free);
    expect(scheduledNow() - startedAt).toBeLessThan(3_500);
    await sharing.end();
    await own;
  });

  it.each(['source', 'destination'] as const)('makes a transfer wait for its %s', async (which) => {
    const [from, to] = which === 'source' ? [held, free] : [free, held];
    const input = { fromAccountId: from.accountId, toAccountId: to.accountId, amount: 400, currency: USD };
    const moving = ledger.createTransfer({ ...input, settle: true });
    // Another transfer of the free account does not wait.
    const other = aBalance(inUse);
    await harness.openBalance(other);
    await ledger.createTransfer({ ...input, fromAccountId: free.accountId, toAccountId: other.accountId });
    expect(await heldOf(free)).toBe(400);
    await holder.release();
    expect(await moving).toMatchObject({ value: { status: 'succeeded' } });
    expect(await availableOf(from)).toBe(which === 'source' ? 600 : 200);
    expect(await availableOf(to)).toBe(which === 'source' ? 1_000 : 1_400);
  });

  it('makes a transfer that is given by id only wait, and it settles on both sides', async () => {
    await holder.release();
    const input = { fromAccountId: free.accountId, toAccountId: held.accountId, amount: 400, currency: USD };
    const created = await ledger.createTransfer(input);
    if (created.replayed) throw new Error('The transfer was replayed.');
    holder = await LockHolder.of(dataSource, held.accountId);
    const { id: transferId } = created.value;
    const settling = ledger.settleTransfer({
      transferId,
      accountId: undefined,
      settlement: { status: 'succeeded' },
    });
    await create(free);
    expect(await harness.transfers.find(transferId, undefined)).toMatchObject({ status: 'pending' });
    await holder.release();
    expect(await settling).toMatchObject({ status: 'succeeded' });
    expect(await availableOf(held)).toBe(1_400);
  });

  it('is updated by several instances in turns', async () => {
    await holder.release();
    const clock = new SteppedClock();
    const ids = new TestIds(clock);
    const instances = [1, 2, 3].map(() => new Ledger(harness.store, clock, ids, undefined, endOfTurn));
    const input = newTransaction(held.accountId, { type: 'credit', amount: 1 });
    const rounds = instances.map(async (instance) => {
      for (let round = 0; round < 30; round++) await instance.create(input);
    });
    await Promise.all(rounds);
    expect(await harness.balances.find(held.accountId)).toMatchObject({ incoming: 90 });
  });

  it('is distinguished from an unknown one, and found for a transaction given by id only', async () => {
    await holder.release();
    const transactionId = await created(held);
    holder = await LockHolder.of(dataSource, held.accountId);
    const anyAccount = { accountId: undefined };
    const canceling = ledger.cancel({ transactionId, ...anyAccount });
    const beside = idempotentCreateCommand(free.accountId, 'beside');
    const others = await Promise.allSettled([
      create(aBalance()),
      ledger.cancel({ transactionId: aTransactionId(), ...anyAccount }),
      ledger.createIdempotent(beside.input, beside.idempotentRequest),
    ]);
    expect(others).toMatchObject([
      { reason: { code: 'not_found' } },
      { reason: { code: 'not_found' } },
      { status: 'fulfilled' },
    ]);
    await holder.release();
    expect(await canceling).toMatchObject({ status: 'canceled' });
  });
});

/** Two SQL transactions in turns: one of them always holds a shared lock on the balance. */
function holdSharedLock(dataSource: DataSource, accountId: AccountId) {
  const begun = Promise.withResolvers<undefined>();
  let isEnded = false;
  const share = async (runner: QueryRunner) => {
    await runner.startTransaction();
    await runner.query('SELECT 1 FROM books WHERE account_id = $1 FOR KEY SHARE', [uuidFromId(accountId)]);
  };
  const turns = async () => {
    let [one, other] = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
    await share(one);
    begun.resolve(undefined);
    while (!isEnded) {
      await share(other);
      await one.commitTransaction();
      [one, other] = [other, one];
      await delay(20);
    }
    await one.commitTransaction();
    await Promise.all([one.release(), other.release()]);
  };
  const ended = turns();
  const end = () => {
    isEnded = true;
    return ended;
  };
  return { begun: begun.promise, end };
}

/** A busy SQL transaction that has locked balances. */
class LockHolder {
  private constructor(
    private readonly runner: QueryRunner,
    private readonly work: NodeJS.Timeout,
  ) {}

  static of(dataSource: DataSource, accountId: AccountId): Promise<LockHolder> {
    return LockHolder.ofAll(dataSource, [{ accountId }]);
  }

  static async ofAll(
    dataSource: DataSource,
    balances: readonly Pick<Balance, 'accountId'>[],
  ): Promise<LockHolder> {
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    const ids = balances.map(({ accountId }) => uuidFromId(accountId));
    await runner.query('SELECT 1 FROM books WHERE account_id = ANY ($1) FOR UPDATE', [ids]);
    return new LockHolder(
      runner,
      setInterval(() => void runner.query('SELECT 1'), 500),
    );
  }

  async release(): Promise<void> {
    clearInterval(this.work);
    if (this.runner.isReleased) return;
    await this.runner.rollbackTransaction();
    await this.runner.release();
  }
}

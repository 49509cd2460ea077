import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { CloseAccount, OpenAccount } from '@florin/accounts';
import { aNewAccount, anActor, PlainOwnerPasswords } from '@florin/accounts/testing';
import type { AccountId, TransferId } from '@florin/kernel';
import { SystemClock } from '@florin/kernel/memory';
import { Ledger, type Transfer } from '@florin/ledger';
import { type LedgerHarness, newTransaction, TestIds, USD } from '@florin/ledger/testing';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { postgresHarness } from '../ledger/testing/postgres-harness.js';
import { BATCH_ROWS } from '../postgres/find-options.js';
import { accountsUnitOfWork } from './accounts-stores.js';

const clock = new SystemClock();
const ids = new TestIds(clock);
const FUNDS = 100_000;
const canceled = expect.objectContaining({ status: 'canceled' }) as unknown;

describe('closing an account with transfers', () => {
  let dataSource: DataSource;
  let harness: LedgerHarness;
  let ledger: Ledger;
  let opened = 0;

  beforeAll(async () => {
    ({ dataSource } = await openDatabase());
    harness = postgresHarness(dataSource);
    ledger = new Ledger(harness.store, clock, ids);
  });

  async function openFunded(): Promise<AccountId> {
    const opening = new OpenAccount(
      accountsUnitOfWork(dataSource, ids),
      new PlainOwnerPasswords(),
      ids,
      clock,
    );
    const email = `account-${++opened}@example.com`;
    const outcome = await opening.execute(anActor(), {
      ...aNewAccount({ email }),
      password: 'correct horse',
    });
    if (outcome.replayed) throw new Error('The account was replayed.');
    const { id } = outcome.value;
    await ledger.create(newTransaction(id, { type: 'credit', amount: FUNDS, currency: USD, settle: true }));
    return id;
  }
  const openPair = async () => [await openFunded(), await openFunded()] as const;
  const close = (accountId: AccountId) =>
    new CloseAccount(accountsUnitOfWork(dataSource, ids), clock).execute(anActor(), accountId);

  async function transfer(fromAccountId: AccountId, toAccountId: AccountId, amount = 100): Promise<Transfer> {
    const outcome = await ledger.createTransfer({ fromAccountId, toAccountId, amount, currency: USD });
    if (outcome.replayed) throw new Error('The transfer was replayed.');
    return outcome.value;
  }
  const seenBy = (accountIds: readonly AccountId[], id: TransferId) =>
    Promise.all(accountIds.map((accountId) => harness.transfers.find(id, accountId)));
  const eventsOf = async (accountId: AccountId, subjectId: TransferId) =>
    (await harness.events.list(accountId, { limit: 10 }, { subjectId })).items.map(({ type }) => type);
  const balanceOf = async (accountId: AccountId) => {
    const balance = await harness.balances.find(accountId);
    return [balance?.state, balance?.available, balance?.held, balance?.incoming];
  };

  it.each(['source', 'destination'] as const)('cancels both sides when the %s closes', async (which) => {
    const [from, to] = await openPair();
    const pending = await transfer(from, to);
    const back = await transfer(to, from, 30);
    await close(which === 'source' ? from : to);
    for (const { id } of [pending, back]) {
      expect(await seenBy([from, to], id)).toEqual([canceled, canceled]);
      for (const accountId of [from, to])
        expect(await eventsOf(accountId, id)).toEqual(['transfer.canceled', 'transfer.created']);
    }
    const states = which === 'source' ? ['closed', 'open'] : ['open', 'closed'];
    expect([await balanceOf(from), await balanceOf(to)]).toEqual(states.map((state) => [state, FUNDS, 0, 0]));
    expect(await harness.audit()).toEqual([]);
  });

  it('keeps transfers that have ended, and refuses new ones', async () => {
    const [from, to] = await openPair();
    const { id: transferId } = await transfer(from, to);
    await ledger.settleTransfer({ transferId, accountId: undefined, settlement: { status: 'succeeded' } });
    await close(to);
    expect(await seenBy([from, to], transferId)).toMatchObject([
      { status: 'succeeded' },
      { status: 'succeeded' },
    ]);
    await expect(transfer(from, to)).rejects.toMatchObject({ code: 'not_found' });
    await expect(transfer(to, from)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('cancels more transfers than fit into one batch, with several accounts', async () => {
    const [from, to] = await openPair();
    const other = await openFunded();
    await Promise.all(
      Array.from({ length: BATCH_ROWS + 20 }, (_, index) => transfer(from, index % 2 === 0 ? to : other, 1)),
    );
    await close(from);
    for (const accountId of [to, other]) expect(await balanceOf(accountId)).toEqual(['open', FUNDS, 0, 0]);
    expect(await harness.audit()).toEqual([]);
  });

  it('succeeds for two accounts at the same moment that have transfers in both directions', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, other] = await openPair();
      const pending = [await transfer(one, other), await transfer(other, one)];
      await Promise.all([close(one), close(other)]);
      for (const { id } of pending) expect(await seenBy([one, other], id)).toEqual([canceled, canceled]);
      expect([await balanceOf(one), await balanceOf(other)]).toEqual([
        ['closed', FUNDS, 0, 0],
        ['closed', FUNDS, 0, 0],
      ]);
    }
    expect(await harness.audit()).toEqual([]);
  });

  it.each(['source', 'destination'] as const)(
    'leaves no transfer pending when the %s closes while others are created',
    async (which) => {
      for (let round = 0; round < 10; round++) {
        const closing = await openFunded();
        const others = await Promise.all([1, 2, 3, 4].map(openFunded));
        const created: Transfer[] = [];
        const createUntilRefused = async (other: AccountId): Promise<void> => {
          for (;;)
            created.push(
              await (which === 'source' ? transfer(closing, other, 1) : transfer(other, closing, 1)),
            );
        };
        const loops = others.map((other) =>
          expect(createUntilRefused(other)).rejects.toMatchObject({ code: 'not_found' }),
        );
        await delay(5 * round);
        await close(closing);
        await Promise.all(loops);
        for (const { id } of created)
          expect(await harness.transfers.find(id, undefined)).toMatchObject({ status: 'canceled' });
        for (const other of others) expect(await balanceOf(other)).toEqual(['open', FUNDS, 0, 0]);
      }
      expect(await harness.audit()).toEqual([]);
    },
  );
});

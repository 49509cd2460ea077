import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AccountId, type Currency, addMilliseconds, SYSTEM_ACTOR, uuidFromId } from '@florin/kernel';
import { LedgerFixture, NOON, USD } from '@florin/ledger/testing';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { inSqlTransaction } from '../postgres/sql-transaction.js';
import { LedgerBalances } from './ledger-balances.js';
import { postgresHarness } from './testing/postgres-harness.js';

const EUR = 'EUR' as Currency;
const LATER = addMilliseconds(NOON, 60_000);

let dataSource: DataSource;
let fixture: LedgerFixture;

beforeAll(async () => {
  ({ dataSource } = await openDatabase());
  fixture = new LedgerFixture(postgresHarness(dataSource));
});
const withBalances = <Result>(work: (balances: LedgerBalances) => Promise<Result>): Promise<Result> =>
  inSqlTransaction(dataSource, (manager) => work(new LedgerBalances(manager, fixture.ids, SYSTEM_ACTOR)));

/** Updates the account to match its balance, so that the audit at the end finds no contradiction. */
const setAccount = (accountId: AccountId, change: string) =>
  dataSource.query(`UPDATE accounts SET ${change} WHERE id = $1`, [uuidFromId(accountId)]);

describe('the balance of an account', () => {
  it('rejects new transactions while it is frozen, and accepts them again afterwards', async () => {
    const accountId = await fixture.openAccount(1_000);
    const { id } = await fixture.create(accountId, { amount: 10 });
    await withBalances((balances) => balances.setState(accountId, 'frozen', LATER));
    await withBalances((balances) => balances.setState(accountId, 'frozen', LATER));
    await expect(fixture.create(accountId)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(fixture.ledger.cancel({ transactionId: id, accountId })).resolves.toMatchObject({
      status: 'canceled',
    });
    await withBalances((balances) => balances.setState(accountId, 'open', LATER));
    await expect(fixture.create(accountId)).resolves.toMatchObject({ status: 'pending' });
  });

  it('can change its currency until the first transaction', async () => {
    const accountId = await fixture.openAccount();
    await withBalances((balances) => balances.changeCurrency(accountId, EUR, LATER));
    await setAccount(accountId, `currency = 'EUR'`);
    await expect(fixture.create(accountId, { type: 'credit', currency: USD })).rejects.toMatchObject({
      code: 'currency_mismatch',
    });
    await fixture.create(accountId, { type: 'credit', currency: EUR });
    await expect(
      withBalances((balances) => balances.changeCurrency(accountId, USD, LATER)),
    ).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('cancels pending transactions when it is closed, and keeps the available amount', async () => {
    const accountId = await fixture.openAccount(1_000);
    const transactions = [
      await fixture.create(accountId, { amount: 300 }),
      await fixture.create(accountId, { type: 'credit', amount: 50 }),
    ];
    await withBalances((balances) => balances.close(accountId, LATER));
    await setAccount(accountId, `status = 'closed', closed_at = updated_at`);
    expect(await fixture.harness.balances.find(accountId)).toMatchObject({
      state: 'closed',
      available: 1_000,
      held: 0,
      incoming: 0,
      updatedAt: LATER,
    });
    for (const { id } of transactions) {
      const canceled = await fixture.harness.transactions.find(id, accountId);
      expect(canceled).toMatchObject({ status: 'canceled', endedAt: LATER, updatedAt: LATER });
    }
    await expect(fixture.create(accountId)).rejects.toMatchObject({ code: 'not_found' });
    const { items } = await fixture.harness.events.list(accountId, { limit: 2 });
    expect(items.map(({ type }) => type)).toEqual(['transaction.canceled', 'transaction.canceled']);
  });

  it("dates each canceled event with the transaction's end, which may be ahead of the current clock", async () => {
    const accountId = await fixture.openAccount(1_000);
    const usual = await fixture.create(accountId, { amount: 300 });
    fixture.clock.advance(120_000);
    const ahead = await fixture.create(accountId, { amount: 300 });
    await withBalances((balances) => balances.close(accountId, LATER));
    await setAccount(accountId, `status = 'closed', closed_at = updated_at`);
    const { items } = await fixture.harness.events.list(accountId, { limit: 2 });
    expect(items.map(({ subjectId, occurredAt }) => [subjectId, occurredAt])).toEqual([
      [ahead.id, ahead.createdAt],
      [usual.id, ahead.createdAt],
    ]);
  });

  it('makes new transactions wait while it is locked', async () => {
    const accountId = await fixture.openAccount(1_000);
    const { promise: locked, resolve: onLocked } = Promise.withResolvers<undefined>();
    // Runs outside of the SQL transaction that holds the lock.
    const creating = locked.then(() =>
      expect(fixture.create(accountId)).rejects.toMatchObject({ code: 'not_found' }),
    );
    await withBalances(async (balances) => {
      await balances.lock(accountId);
      onLocked(undefined);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await balances.close(accountId, LATER);
    });
    await creating;
    await setAccount(accountId, `status = 'closed', closed_at = updated_at`);
  });

  it('is not found for an unknown account', async () => {
    const lock = withBalances((balances) => balances.lock(fixture.ids.next('acct')));
    await expect(lock).rejects.toMatchObject({ code: 'not_found' });
  });

  it('passes the audit after all tests', async () => {
    expect(await fixture.harness.audit()).toEqual([]);
  });
});

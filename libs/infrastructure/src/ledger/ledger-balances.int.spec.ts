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
let ledgerDriver: LedgerFixture;

beforeAll(async () => {
  ({ dataSource } = await openDatabase());
  ledgerDriver = new LedgerFixture(postgresHarness(dataSource));
});
const withBalances = <Result>(work: (balances: LedgerBalances) => Promise<Result>): Promise<Result> =>
  inSqlTransaction(dataSource, (manager) =>
    work(new LedgerBalances(manager, ledgerDriver.ids, SYSTEM_ACTOR)),
  );

/** The account's own side of a closure, so that the audit at the end finds both sides agreed. */
const setAccount = (accountId: AccountId, change: string) =>
  dataSource.query(`UPDATE accounts SET ${change} WHERE id = $1`, [uuidFromId(accountId)]);

describe('the book of an account', () => {
  it('takes nothing new while it is frozen, and again when it is thawed', async () => {
    const accountId = await ledgerDriver.openAccount(1_000);
    const { id } = await ledgerDriver.create(accountId, { amount: 10 });
    await withBalances((books) => books.setState(accountId, 'frozen', LATER));
    await withBalances((books) => books.setState(accountId, 'frozen', LATER));
    await expect(ledgerDriver.create(accountId)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(ledgerDriver.ledger.cancel({ transactionId: id, accountId })).resolves.toMatchObject({
      status: 'canceled',
    });
    await withBalances((books) => books.setState(accountId, 'open', LATER));
    await expect(ledgerDriver.create(accountId)).resolves.toMatchObject({ status: 'pending' });
  });

  it('changes its currency until it is used', async () => {
    const accountId = await ledgerDriver.openAccount();
    await withBalances((books) => books.changeCurrency(accountId, EUR, LATER));
    await setAccount(accountId, `currency = 'EUR'`);
    await expect(ledgerDriver.create(accountId, { type: 'credit', currency: USD })).rejects.toMatchObject({
      code: 'currency_mismatch',
    });
    await ledgerDriver.create(accountId, { type: 'credit', currency: EUR });
    await expect(withBalances((books) => books.changeCurrency(accountId, USD, LATER))).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('is closed with all that is pending, and its balance stays', async () => {
    const accountId = await ledgerDriver.openAccount(1_000);
    const made = [
      await ledgerDriver.create(accountId, { amount: 300 }),
      await ledgerDriver.create(accountId, { type: 'credit', amount: 50 }),
    ];
    await withBalances((books) => books.close(accountId, LATER));
    await setAccount(accountId, `status = 'closed', closed_at = updated_at`);
    expect(await ledgerDriver.harness.balances.find(accountId)).toMatchObject({
      state: 'closed',
      available: 1_000,
      held: 0,
      incoming: 0,
      updatedAt: LATER,
    });
    for (const { id } of made) {
      const canceled = await ledgerDriver.harness.transactions.find(id, accountId);
      expect(canceled).toMatchObject({ status: 'canceled', endedAt: LATER, updatedAt: LATER });
    }
    await expect(ledgerDriver.create(accountId)).rejects.toMatchObject({ code: 'not_found' });
    const { items } = await ledgerDriver.harness.events.list(accountId, { limit: 2 });
    expect(items.map(({ type }) => type)).toEqual(['transaction.canceled', 'transaction.canceled']);
  });

  it('tells of what it canceled at the time at which that ended, which may be ahead of its own clock', async () => {
    const accountId = await ledgerDriver.openAccount(1_000);
    const usual = await ledgerDriver.create(accountId, { amount: 300 });
    ledgerDriver.clock.advance(120_000);
    const ahead = await ledgerDriver.create(accountId, { amount: 300 });
    await withBalances((books) => books.close(accountId, LATER));
    await setAccount(accountId, `status = 'closed', closed_at = updated_at`);
    const { items } = await ledgerDriver.harness.events.list(accountId, { limit: 2 });
    expect(items.map(({ subjectId, occurredAt }) => [subjectId, occurredAt])).toEqual([
      [ahead.id, ahead.createdAt],
      [usual.id, LATER],
    ]);
  });

  it('holds new transactions back while it is locked', async () => {
    const accountId = await ledgerDriver.openAccount(1_000);
    const { promise: locked, resolve: tellLocked } = Promise.withResolvers<undefined>();
    // Asked for by somebody else, who knows nothing of the SQL transaction that holds the lock.
    const creating = locked.then(() =>
      expect(ledgerDriver.create(accountId)).rejects.toMatchObject({ code: 'not_found' }),
    );
    await withBalances(async (books) => {
      await books.lock(accountId);
      tellLocked(undefined);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await books.close(accountId, LATER);
    });
    await creating;
    await setAccount(accountId, `status = 'closed', closed_at = updated_at`);
  });

  it('does not exist where there is no account', async () => {
    const lock = withBalances((books) => books.lock(ledgerDriver.ids.next('acct')));
    await expect(lock).rejects.toMatchObject({ code: 'not_found' });
  });

  it('balances after all this', async () => {
    expect(await ledgerDriver.harness.audit()).toEqual([]);
  });
});

import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type AccountId, SECOND_MS, type TransactionId } from '@florin/kernel';
import { refusal } from '../errors.js';
import { type LedgerHarness, memoryHarness } from '../testing/harness.js';
import { LedgerFixture } from '../testing/ledger-fixture.js';
import {
  type DueTransaction,
  DueTransactionReader,
  SettleDueTransactions,
} from './settle-due-transactions.js';

describe('SettleDueTransactions', () => {
  let harness: LedgerHarness;
  let fixture: LedgerFixture;
  let accountId: AccountId;

  beforeEach(async () => {
    harness = memoryHarness();
    fixture = new LedgerFixture(harness);
    accountId = await fixture.openAccount(100_000);
  });

  const settleDue = (due: DueTransactionReader = harness.due) =>
    new SettleDueTransactions(due, fixture.anotherLedger(), fixture.clock, 10 * SECOND_MS);
  const pay = (count: number) =>
    Promise.all(Array.from({ length: count }, () => fixture.create(accountId, { amount: 10 })));

  it('settles transactions after the delay, and none before', async () => {
    await pay(2);
    fixture.clock.advance(5 * SECOND_MS);
    await pay(1);
    expect(await settleDue().execute()).toBe(0);
    fixture.clock.advance(5 * SECOND_MS);
    expect(await settleDue().execute()).toBe(2);
    expect(await fixture.balance(accountId)).toEqual({ available: 99_970, held: 10, incoming: 0 });
    expect(await settleDue().execute()).toBe(0);
  });

  it('settles all due transactions in several batches', async () => {
    await pay(1_201);
    // The id counter overflows into the next milliseconds.
    fixture.clock.advance(11 * SECOND_MS);
    expect(await settleDue().execute()).toBe(1_201);
    expect(await fixture.balance(accountId)).toMatchObject({ held: 0 });
  });

  it('stops when shouldStop is true, and the next run continues', async () => {
    await pay(1_201);
    fixture.clock.advance(11 * SECOND_MS);
    expect(await settleDue().execute(() => true)).toBe(500);
    expect(await settleDue().execute(() => false)).toBe(701);
  });

  it('stops after the maximum per run', async () => {
    class Endless extends DueTransactionReader {
      findPending(_until: Date, limit: number): Promise<readonly DueTransaction[]> {
        return Promise.resolve(
          Array.from({ length: limit }, () => ({ id: fixture.ids.next('txn'), accountId })),
        );
      }
    }
    const ledger = fixture.anotherLedger();
    jest.spyOn(ledger, 'settle').mockResolvedValue(undefined as never);
    const settling = new SettleDueTransactions(new Endless(), ledger, fixture.clock, 10 * SECOND_MS);
    expect(await settling.execute()).toBe(50_000);
  });

  it('settles each transaction once when two runs and cancellations are concurrent', async () => {
    const payments = await pay(100);
    fixture.clock.advance(10 * SECOND_MS);
    const cancels = payments
      .slice(0, 50)
      .map(({ id }) => fixture.ledger.cancel({ transactionId: id, accountId }));
    const [first, second, canceled] = await Promise.all([
      settleDue().execute(),
      settleDue().execute(),
      Promise.allSettled(cancels),
    ]);
    const cancellations = canceled.filter(({ status }) => status === 'fulfilled').length;
    expect(first + second + cancellations).toBe(100);
    expect(await harness.audit()).toEqual([]);
  });

  it('skips transactions that have ended in the meantime, even a whole batch', async () => {
    const payments = await pay(501);
    fixture.clock.advance(11 * SECOND_MS);
    const stale = await harness.due.findPending(fixture.clock.now(), 500);
    for (const { id } of stale) await fixture.ledger.cancel({ transactionId: id, accountId });
    class Stale extends DueTransactionReader {
      findPending(until: Date, limit: number, after?: TransactionId): Promise<readonly DueTransaction[]> {
        return after === undefined ? Promise.resolve(stale) : harness.due.findPending(until, limit, after);
      }
    }
    expect(await settleDue(new Stale()).execute()).toBe(1);
    expect(await harness.transactions.find(payments.at(-1)!.id, accountId)).toMatchObject({
      status: 'succeeded',
    });
  });

  it.each([
    ['locked', refusal('unavailable', 'The account is busy with another operation.')],
    ['inconsistent', new Error('books_held_check')],
  ])(
    'settles other accounts when a balance is %s, and retries that one in the next run only',
    async (_, error) => {
      await pay(1_100);
      const other = await fixture.openAccount(100);
      const { id } = await fixture.create(other, { amount: 10 });
      fixture.clock.advance(11 * SECOND_MS);
      const ledger = fixture.anotherLedger();
      const settle = jest
        .spyOn(ledger, 'settle')
        .mockImplementation((command) =>
          command.accountId === accountId ? Promise.reject(error) : fixture.ledger.settle(command),
        );
      const settling = new SettleDueTransactions(
        harness.due,
        ledger,
        fixture.clock,
        10 * SECOND_MS,
      ).execute();
      await expect(settling).rejects.toBe(error);
      expect(await harness.transactions.find(id, other)).toMatchObject({ status: 'succeeded' });
      expect(settle.mock.calls.filter(([command]) => command.accountId === accountId)).toHaveLength(500);
    },
  );

  it('throws when the ledger is unavailable', async () => {
    await pay(1);
    fixture.clock.advance(10 * SECOND_MS);
    const ledger = fixture.anotherLedger();
    await ledger.drain();
    const settle = new SettleDueTransactions(harness.due, ledger, fixture.clock, 10 * SECOND_MS);
    await expect(settle.execute()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('stops immediately when the database is unavailable', async () => {
    await pay(500);
    await fixture.create(await fixture.openAccount(100), { amount: 10 });
    fixture.clock.advance(11 * SECOND_MS);
    const unavailable = Object.assign(new Error('The database is unavailable.'), { code: 'unavailable' });
    const ledger = fixture.anotherLedger();
    const settle = jest.spyOn(ledger, 'settle').mockRejectedValue(unavailable);
    const settling = new SettleDueTransactions(harness.due, ledger, fixture.clock, 10 * SECOND_MS).execute();
    await expect(settling).rejects.toBe(unavailable);
    expect(settle).toHaveBeenCalledTimes(500);
  });
});

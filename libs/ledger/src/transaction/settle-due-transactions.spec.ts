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

describe('settling what is due', () => {
  let harness: LedgerHarness;
  let teller: LedgerFixture;
  let accountId: AccountId;

  beforeEach(async () => {
    harness = memoryHarness();
    teller = new LedgerFixture(harness);
    accountId = await teller.openAccount(100_000);
  });

  const settleDue = (due: DueTransactionReader = harness.due) =>
    new SettleDueTransactions(due, teller.anotherLedger(), teller.clock, 10 * SECOND_MS);
  const pay = (count: number) =>
    Promise.all(Array.from({ length: count }, () => teller.create(accountId, { amount: 10 })));

  it('settles what has been pending for the delay, and nothing younger', async () => {
    await pay(2);
    teller.clock.advance(5 * SECOND_MS);
    await pay(1);
    expect(await settleDue().execute()).toBe(0);
    teller.clock.advance(5 * SECOND_MS);
    expect(await settleDue().execute()).toBe(2);
    expect(await teller.balance(accountId)).toEqual({ available: 99_970, held: 10, incoming: 0 });
    expect(await settleDue().execute()).toBe(0);
  });

  it('goes on until nothing is left, however much has piled up', async () => {
    await pay(1_201);
    // So many ids do not fit into one millisecond, and the last of them borrow the next.
    teller.clock.advance(11 * SECOND_MS);
    expect(await settleDue().execute()).toBe(1_201);
    expect(await teller.balance(accountId)).toMatchObject({ held: 0 });
  });

  it('ends when its time is over, and leaves the others to the next run', async () => {
    await pay(1_201);
    teller.clock.advance(11 * SECOND_MS);
    expect(await settleDue().execute(() => true)).toBe(500);
    expect(await settleDue().execute(() => false)).toBe(701);
  });

  it('ends when it has settled very many, and leaves the others to the next run', async () => {
    class Endless extends DueTransactionReader {
      findPending(_until: Date, limit: number): Promise<readonly DueTransaction[]> {
        return Promise.resolve(
          Array.from({ length: limit }, () => ({ id: teller.ids.next('txn'), accountId })),
        );
      }
    }
    const ledger = teller.anotherLedger();
    jest.spyOn(ledger, 'settle').mockResolvedValue(undefined as never);
    const settling = new SettleDueTransactions(new Endless(), ledger, teller.clock, 10 * SECOND_MS);
    expect(await settling.execute()).toBe(50_000);
  });

  it('settles each once when two do it at the same time, beside callers who cancel', async () => {
    const made = await pay(100);
    teller.clock.advance(10 * SECOND_MS);
    const cancels = made.slice(0, 50).map(({ id }) => teller.ledger.cancel({ transactionId: id, accountId }));
    const [first, second, canceled] = await Promise.all([
      settleDue().execute(),
      settleDue().execute(),
      Promise.allSettled(cancels),
    ]);
    const cancellations = canceled.filter(({ status }) => status === 'fulfilled').length;
    expect(first + second + cancellations).toBe(100);
    expect(await harness.audit()).toEqual([]);
  });

  it('is done with what somebody else has ended meanwhile, be it a whole page', async () => {
    const made = await pay(501);
    teller.clock.advance(11 * SECOND_MS);
    const stale = await harness.due.findPending(teller.clock.now(), 500);
    for (const { id } of stale) await teller.ledger.cancel({ transactionId: id, accountId });
    class Stale extends DueTransactionReader {
      findPending(until: Date, limit: number, after?: TransactionId): Promise<readonly DueTransaction[]> {
        return after === undefined ? Promise.resolve(stale) : harness.due.findPending(until, limit, after);
      }
    }
    expect(await settleDue(new Stale()).execute()).toBe(1);
    expect(await harness.transactions.find(made.at(-1)!.id, accountId)).toMatchObject({
      status: 'succeeded',
    });
  });

  it.each([
    ['is held', refusal('unavailable', 'The account is busy with something else.')],
    ['is damaged', new Error('books_held_check')],
  ])('keeps no account waiting for another whose book %s, and asks for that one once', async (_, trouble) => {
    await pay(1_100);
    const other = await teller.openAccount(100);
    const { id } = await teller.create(other, { amount: 10 });
    teller.clock.advance(11 * SECOND_MS);
    const ledger = teller.anotherLedger();
    const settle = jest
      .spyOn(ledger, 'settle')
      .mockImplementation((command) =>
        command.accountId === accountId ? Promise.reject(trouble) : teller.ledger.settle(command),
      );
    const settling = new SettleDueTransactions(harness.due, ledger, teller.clock, 10 * SECOND_MS).execute();
    await expect(settling).rejects.toBe(trouble);
    expect(await harness.transactions.find(id, other)).toMatchObject({ status: 'succeeded' });
    expect(settle.mock.calls.filter(([command]) => command.accountId === accountId)).toHaveLength(500);
  });

  it('does not hide that the ledger is away', async () => {
    await pay(1);
    teller.clock.advance(10 * SECOND_MS);
    const ledger = teller.anotherLedger();
    await ledger.drain();
    const settle = new SettleDueTransactions(harness.due, ledger, teller.clock, 10 * SECOND_MS);
    await expect(settle.execute()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('ends at once when the database is away, which it is for every account', async () => {
    await pay(500);
    await teller.create(await teller.openAccount(100), { amount: 10 });
    teller.clock.advance(11 * SECOND_MS);
    const away = Object.assign(new Error('The database is away.'), { code: 'unavailable' });
    const ledger = teller.anotherLedger();
    const settle = jest.spyOn(ledger, 'settle').mockRejectedValue(away);
    const settling = new SettleDueTransactions(harness.due, ledger, teller.clock, 10 * SECOND_MS).execute();
    await expect(settling).rejects.toBe(away);
    expect(settle).toHaveBeenCalledTimes(500);
  });
});

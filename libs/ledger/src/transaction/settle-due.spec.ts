import { beforeEach, describe, expect, it } from '@jest/globals';
import { type AccountId, SECOND_MS } from '@florin/kernel';
import { type LedgerHarness, memoryHarness } from '../testing/harness.js';
import { LedgerTeller } from '../testing/ledger-store.contract.js';
import { type DueTransaction, DueTransactions, SettleDue } from './settle-due.js';

describe('settling what is due', () => {
  let harness: LedgerHarness;
  let teller: LedgerTeller;
  let accountId: AccountId;

  beforeEach(async () => {
    harness = memoryHarness();
    teller = new LedgerTeller(harness);
    accountId = await teller.account(100_000);
  });

  const settleDue = (due: DueTransactions = harness.due) =>
    new SettleDue(due, teller.anotherLedger(), teller.clock, 10 * SECOND_MS);
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

  it('stops when a whole page can no longer be settled', async () => {
    const [made] = await pay(1);
    await teller.ledger.cancel({ transactionId: made!.id, accountId });
    class Stale extends DueTransactions {
      findPending(_createdUntil: Date, limit: number): Promise<readonly DueTransaction[]> {
        return Promise.resolve(Array.from({ length: limit }, () => made!));
      }
    }
    expect(await settleDue(new Stale()).execute()).toBe(0);
  });

  it('does not hide that the ledger is away', async () => {
    await pay(1);
    teller.clock.advance(10 * SECOND_MS);
    const ledger = teller.anotherLedger();
    await ledger.drain();
    const settle = new SettleDue(harness.due, ledger, teller.clock, 10 * SECOND_MS);
    await expect(settle.execute()).rejects.toMatchObject({ code: 'unavailable' });
  });
});

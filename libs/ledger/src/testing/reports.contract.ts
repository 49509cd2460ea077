import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AccountId, addMilliseconds, DAY_MS, HOUR_MS, type TransactionId } from '@florin/kernel';
import { Ledger } from '../batch/ledger.js';
import type { Entry } from '../entry/entry.js';
import { aBalance, anAccountId, newTransaction, NOON, SteppedClock, TestIds } from './builders.js';
import type { LedgerHarness } from './harness.js';
import { LedgerFixture, SUCCESS } from './ledger-fixture.js';

/** What reports read: the running totals of entries, and the balance at any time. */
export function reportsContract(open: () => Promise<LedgerHarness>): void {
  let fixture: LedgerFixture;
  let harness: LedgerHarness;

  beforeAll(async () => {
    harness = await open();
    fixture = new LedgerFixture(harness);
  });

  const own = async (accountId: AccountId, id: TransactionId): Promise<Entry> => {
    const [entry] = await harness.entries.list(accountId, id);
    if (entry === undefined) throw new Error('The transaction has no entry.');
    return entry;
  };

  describe('running totals', () => {
    it('continue from entry to entry, within a batch and after it', async () => {
      const accountId = await fixture.openAccount();
      const settled = [
        await fixture.createSettled(accountId, { type: 'credit', amount: 700 }),
        ...(await Promise.all(
          [200, 100].map((amount) => fixture.create(accountId, { amount, settle: true })),
        )),
        await fixture.createSettled(accountId, { type: 'credit', amount: 50 }),
      ];
      const lines = await Promise.all(settled.map(({ id }) => own(accountId, id)));
      expect(lines.map(({ running }) => running)).toEqual([
        { position: 1, balanceAfter: 700, totalIn: 700n },
        { position: 2, balanceAfter: 500, totalIn: 700n },
        { position: 3, balanceAfter: 400, totalIn: 700n },
        { position: 4, balanceAfter: 450, totalIn: 750n },
      ]);
      expect(await harness.balances.find(accountId)).toMatchObject({ posted: { count: 4, totalIn: 750n } });
    });

    it('count on both sides of a transfer, and not what failed or was canceled', async () => {
      const [from, to] = [await fixture.openAccount(300), await fixture.openAccount()];
      const failed = await fixture.create(from, { amount: 10 });
      const settlement = { status: 'failed' } as const;
      await fixture.ledger.settle({ transactionId: failed.id, accountId: from, settlement });
      const canceled = await fixture.create(from, { amount: 10 });
      await fixture.ledger.cancel({ transactionId: canceled.id, accountId: from });
      const { currency } = canceled;
      await fixture.ledger.createTransfer({
        fromAccountId: from,
        toAccountId: to,
        amount: 120,
        currency,
        settle: true,
      });
      const posted = [from, to].map(async (accountId) => (await harness.balances.find(accountId))?.posted);
      expect(await Promise.all(posted)).toEqual([
        { count: 2, totalIn: 300n },
        { count: 1, totalIn: 120n },
      ]);
    });

    it('are left out, and not counted, until the account is numbered', async () => {
      const accountId = await fixture.openAccount(0, { posted: undefined });
      const { id } = await fixture.createSettled(accountId, { type: 'credit', amount: 5 });
      expect((await own(accountId, id)).running).toBeUndefined();
      expect((await harness.balances.find(accountId))?.posted).toBeUndefined();
    });

    it('are exact beyond what a number can represent', async () => {
      const totalIn = BigInt(Number.MAX_SAFE_INTEGER);
      const accountId = aBalance().accountId;
      await harness.openBalance(aBalance({ accountId, posted: { count: 0, totalIn } }));
      const { id } = await fixture.createSettled(accountId, { type: 'credit', amount: 2 });
      expect((await own(accountId, id)).running?.totalIn).toBe(totalIn + 2n);
      await fixture.createSettled(accountId, { amount: 2 });
    });

    it('are in the order of time, also when a clock was ahead', async () => {
      const accountId = await fixture.openAccount(1_000);
      const before = await fixture.create(accountId, { amount: 1 });
      const ahead = new SteppedClock(addMilliseconds(fixture.clock.now(), HOUR_MS));
      const aheadLedger = new Ledger(harness.store, ahead, new TestIds(ahead));
      const first = await aheadLedger.create(newTransaction(accountId, { settle: true }));
      const settlement = SUCCESS;
      const second = await fixture.ledger.settle({ transactionId: before.id, accountId, settlement });
      const third = await fixture.create(accountId, { amount: 1, settle: true });
      expect([first, second, third].map(({ endedAt }) => endedAt)).toEqual([
        ahead.now(),
        ahead.now(),
        ahead.now(),
      ]);
      expect(third.createdAt).toEqual(NOON);
      const lines = await Promise.all([first, second, third].map(({ id }) => own(accountId, id)));
      expect(lines.map(({ running }) => running?.position)).toEqual([2, 3, 4]);
      const { items } = await harness.events.list(accountId, { limit: 5 });
      expect(items.map(({ occurredAt }) => occurredAt)).toEqual(items.map(() => ahead.now()));
    });
  });

  describe('the balance at a time', () => {
    const at = async (accountId: AccountId, milliseconds: number) => {
      const found = await harness.history.findAt(accountId, addMilliseconds(NOON, milliseconds));
      return found && [found.available, found.held, found.incoming];
    };

    it('is that after the last event up to then', async () => {
      const accountId = await fixture.openAccount();
      const { clock, ledger } = fixture;
      const start = clock.now().getTime() - NOON.getTime();
      const credit = await fixture.create(accountId, { type: 'credit', amount: 900 });
      clock.advance(1_000);
      await ledger.settle({ transactionId: credit.id, accountId, settlement: SUCCESS });
      const payment = await fixture.create(accountId, { amount: 300 });
      clock.advance(1_000);
      await ledger.cancel({ transactionId: payment.id, accountId });
      expect(await at(accountId, start - 1)).toEqual([0, 0, 0]);
      expect(await at(accountId, start)).toEqual([0, 0, 900]);
      expect(await at(accountId, start + 999)).toEqual([0, 0, 900]);
      expect(await at(accountId, start + 1_000)).toEqual([600, 300, 0]);
      expect(await at(accountId, start + 2_000)).toEqual([900, 0, 0]);
      expect(await at(accountId, start + DAY_MS)).toEqual([900, 0, 0]);
    });

    it('is that of the events up to then, also when a clock was ahead', async () => {
      const accountId = await fixture.openAccount(100);
      const before = fixture.clock.now().getTime() - NOON.getTime();
      const ahead = new SteppedClock(addMilliseconds(fixture.clock.now(), HOUR_MS));
      await new Ledger(harness.store, ahead, new TestIds(ahead)).create(
        newTransaction(accountId, { amount: 10 }),
      );
      await fixture.create(accountId, { amount: 20 });
      expect(await at(accountId, before)).toEqual([100, 0, 0]);
      expect(await at(accountId, before + HOUR_MS - 1)).toEqual([100, 0, 0]);
      expect(await at(accountId, before + HOUR_MS)).toEqual([70, 30, 0]);
    });

    it('does not end before an amendment by a clock that is ahead', async () => {
      const accountId = await fixture.openAccount(100);
      const amended = await fixture.create(accountId, { amount: 10 });
      const canceled = await fixture.create(accountId, { amount: 20 });
      const ahead = new SteppedClock(addMilliseconds(fixture.clock.now(), 5_000));
      await new Ledger(harness.store, ahead, new TestIds(ahead)).amend({
        transactionId: amended.id,
        accountId,
        amendment: { reference: 'order 1' },
      });
      await fixture.ledger.cancel({ transactionId: canceled.id, accountId });
      expect(await at(accountId, fixture.clock.now().getTime() - NOON.getTime())).toEqual([90, 10, 0]);
    });

    it('has the time of the last event up to then, not that of an amendment soon after', async () => {
      const accountId = await fixture.openAccount();
      const created = await fixture.create(accountId, { type: 'credit' });
      const { createdAt, id: transactionId } = created;
      fixture.clock.advance(3_000);
      await fixture.ledger.amend({ transactionId, accountId, amendment: { reference: 'order 1' } });
      expect(await harness.history.findAt(accountId, addMilliseconds(createdAt, 1_000))).toMatchObject({
        incoming: created.amount,
        updatedAt: createdAt,
      });
    });

    it('has the currency and the time of that event, and is undefined for an unknown account', async () => {
      const accountId = await fixture.openAccount();
      const now = fixture.clock.now();
      expect(await harness.history.findAt(accountId, now)).toMatchObject({
        currency: 'USD',
        updatedAt: undefined,
      });
      await fixture.create(accountId, { type: 'credit' });
      expect(await harness.history.findAt(accountId, addMilliseconds(now, 5))).toMatchObject({
        updatedAt: now,
      });
      expect(await harness.history.findAt(anAccountId(), now)).toBeUndefined();
    });
  });

  describe('the totals before an instant', () => {
    it('are those of the last entry before it', async () => {
      const accountId = await fixture.openAccount();
      const start = fixture.clock.now();
      await fixture.createSettled(accountId, { type: 'credit', amount: 70 });
      fixture.clock.advance(1_000);
      await fixture.createSettled(accountId, { amount: 30 });
      await fixture.createSettled(accountId, { amount: 5 });
      const instants = [0, 1, 1_000, 1_001].map((milliseconds) => addMilliseconds(start, milliseconds));
      expect(await harness.totals.before(accountId, instants)).toEqual([
        { count: 0n, in: 0n, out: 0n },
        { count: 1n, in: 70n, out: 0n },
        { count: 1n, in: 70n, out: 0n },
        { count: 3n, in: 70n, out: 35n },
      ]);
    });

    it('are refused until the account is numbered', async () => {
      const accountId = await fixture.openAccount(0, { posted: undefined });
      expect(await harness.totals.before(accountId, [NOON])).toEqual([{ count: 0n, in: 0n, out: 0n }]);
      await fixture.createSettled(accountId, { type: 'credit' });
      await expect(harness.totals.before(accountId, [NOON])).rejects.toMatchObject({ code: 'conflict' });
    });
  });

  it('violates no ledger invariant in these tests', async () => {
    // The account whose totals start beyond zero.
    const findings = await harness.audit();
    expect(findings.filter((finding) => !finding.includes('total_in'))).toEqual([]);
  });
}

import { beforeAll, expect, it } from '@jest/globals';
import { type AccountId, DAY_MS, addMilliseconds, type TransactionId } from '@florin/kernel';
import type { Transaction } from '../transaction/transaction.js';
import type { TransactionFilter } from '../transaction/transaction.reader.js';
import { aTransactionId, NOON } from './builders.js';
import type { LedgerHarness } from './harness.js';
import { LedgerFixture, SUCCESS } from './ledger-fixture.js';

/** The contract of every `TransactionReader` adapter. */
export function transactionReaderContract(open: () => Promise<LedgerHarness>): void {
  let harness: LedgerHarness;
  let accountId: AccountId;
  let otherAccountId: AccountId;
  /** Newest first, an hour apart. */
  let all: readonly Transaction[];

  beforeAll(async () => {
    harness = await open();
    const fixture = new LedgerFixture(harness);
    [accountId, otherAccountId] = [await fixture.openAccount(), await fixture.openAccount()];
    const created: Transaction[] = [];
    for (let hour = 0; hour < 12; hour++) {
      created.unshift(await fixture.create(accountId, { type: 'credit', amount: hour + 1 }));
      await fixture.create(otherAccountId, { type: 'credit' });
      fixture.clock.advance(3_600_000);
    }
    const end = async (index: number, status: 'succeeded' | 'failed' | 'canceled') => {
      const transactionId = created[index]!.id;
      if (status === 'canceled') created[index] = await fixture.ledger.cancel({ transactionId, accountId });
      else {
        const settlement = { ...SUCCESS, status };
        created[index] = await fixture.ledger.settle({ transactionId, accountId, settlement });
      }
    };
    await end(11, 'succeeded');
    await end(10, 'canceled');
    await end(9, 'failed');
    created.unshift(await fixture.create(accountId, { type: 'payment', amount: 1 }));
    created.unshift(await fixture.create(accountId, { type: 'refund', amount: 1 }));
    all = created;
  });

  const ids = async (
    filter: TransactionFilter,
    request: { limit?: number; after?: TransactionId; before?: TransactionId } = {},
  ) => {
    const page = await harness.transactions.list({ accountId, ...filter }, { limit: 100, ...request });
    return page.items.map(({ id }) => id);
  };
  const idsOf = (transactions: readonly Transaction[]) => transactions.map(({ id }) => id);

  it('reads the entries of a succeeded transaction of the account', async () => {
    const { id, amount, currency, endedAt } = all.find(({ status }) => status === 'succeeded')!;
    const posted = { accountId, transactionId: id, currency, postedAt: endedAt };
    expect(await harness.entries.list(accountId, id)).toEqual([
      {
        ...posted,
        line: 'account',
        amount,
        running: { position: 1, balanceAfter: amount, totalIn: BigInt(amount) },
      },
      { ...posted, line: 'clearing', amount: -amount },
    ]);
    expect(await harness.entries.list(otherAccountId, id)).toEqual([]);
    const pending = all.find(({ status }) => status === 'pending')!;
    expect(await harness.entries.list(accountId, pending.id)).toEqual([]);
  });

  it('lists newest first, with all fields', async () => {
    const page = await harness.transactions.list({ accountId }, { limit: 100 });
    expect(page).toEqual({ items: all, hasMore: false });
  });

  it('lists all accounts without an account filter', async () => {
    const page = await harness.transactions.list({}, { limit: 100 });
    const accounts = new Set(page.items.map((transaction) => transaction.accountId));
    expect(accounts).toEqual(new Set([accountId, otherAccountId]));
    expect(idsOf(page.items)).toEqual(idsOf(page.items).toSorted().toReversed());
  });

  it('lists the refunds of a payment, and none for a payment of another account', async () => {
    const fixture = new LedgerFixture(harness);
    const payer = await fixture.openAccount(1_000);
    const [payment, another] = [await fixture.createSettled(payer), await fixture.createSettled(payer)];
    const refund = ({ id }: Transaction) =>
      fixture.create(payer, { type: 'refund', refundOf: id, amount: 1 });
    const refunds = [await refund(payment), await refund(payment), await refund(payment)].toReversed();
    await refund(another);
    const listed = async (filter: TransactionFilter, request: object = {}) =>
      idsOf((await harness.transactions.list(filter, { limit: 100, ...request })).items);
    for (const scope of [{}, { accountId: payer }]) {
      expect(await listed({ ...scope, refundOf: payment.id })).toEqual(idsOf(refunds));
      const rest = await listed({ ...scope, refundOf: payment.id }, { after: refunds[0]!.id, limit: 1 });
      expect(rest).toEqual([refunds[1]!.id]);
      expect(await listed({ ...scope, refundOf: payment.id, status: 'succeeded' })).toEqual([]);
      expect(await listed({ ...scope, refundOf: refunds[0]!.id })).toEqual([]);
    }
    expect(await listed({ accountId, refundOf: payment.id })).toEqual([]);
    expect(await listed({ refundOf: aTransactionId() })).toEqual([]);
  });

  it('pages in both directions, each transaction once', async () => {
    const down: TransactionId[] = [];
    for (let hasMore = true; hasMore;) {
      const after = down.at(-1);
      const page = await harness.transactions.list({ accountId }, { limit: 4, ...(after && { after }) });
      down.push(...idsOf(page.items));
      hasMore = page.hasMore;
    }
    expect(down).toEqual(idsOf(all));
    const up: TransactionId[] = [];
    for (let before = down.at(-1), hasMore = true; hasMore && before !== undefined; before = up[0]) {
      const page = await harness.transactions.list({ accountId }, { limit: 4, before });
      up.unshift(...idsOf(page.items));
      hasMore = page.hasMore;
    }
    expect(up).toEqual(idsOf(all).slice(0, -1));
  });

  it('returns the page next to the cursor', async () => {
    expect(await ids({}, { before: all[8]!.id, limit: 3 })).toEqual(idsOf(all.slice(5, 8)));
    expect(await ids({}, { after: all[8]!.id, limit: 3 })).toEqual(idsOf(all.slice(9, 12)));
  });

  it.each(['pending', 'succeeded', 'failed', 'canceled'] as const)('filters by status %s', async (status) => {
    const expected = all.filter((transaction) => transaction.status === status);
    expect(expected.length).toBeGreaterThan(0);
    expect(await ids({ status })).toEqual(idsOf(expected));
    expect(await ids({ status }, { after: expected[0]!.id })).toEqual(idsOf(expected.slice(1)));
  });

  it.each(['payment', 'credit', 'refund'] as const)('filters by type %s', async (type) => {
    const expected = all.filter((transaction) => transaction.type === type);
    expect(expected.length).toBeGreaterThan(0);
    expect(await ids({ type })).toEqual(idsOf(expected));
    expect(await ids({ type, status: 'pending' })).toEqual(
      idsOf(expected.filter((transaction) => transaction.status === 'pending')),
    );
  });

  it('filters by reference, with account, status, type and cursor', async () => {
    const fixture = new LedgerFixture(harness);
    const [owner, other] = [await fixture.openAccount(), await fixture.openAccount()];
    const reference = `order ${owner}`;
    const create = async (
      holder: AccountId,
      value: string | undefined,
      type: Transaction['type'] = 'credit',
    ) => (await fixture.create(holder, { type, reference: value })).id;
    const first = await create(owner, reference);
    const second = await create(owner, reference, 'refund');
    for (const similar of [`${reference} `, reference.toUpperCase(), undefined]) await create(owner, similar);
    const foreign = await create(other, reference);
    const listed = async (filter: TransactionFilter, request: object = {}) =>
      idsOf((await harness.transactions.list({ reference, ...filter }, { limit: 10, ...request })).items);
    expect(await listed({})).toEqual([foreign, second, first]);
    expect(await listed({ accountId: owner })).toEqual([second, first]);
    expect(await listed({ accountId: owner }, { after: second })).toEqual([first]);
    expect(await listed({ accountId: owner }, { before: first })).toEqual([second]);
    expect(await listed({ accountId: owner, type: 'refund' })).toEqual([second]);
    expect(await listed({ accountId: owner, status: 'failed' })).toEqual([]);
    expect(await listed({ accountId: owner, reference: 'order' })).toEqual([]);
  });

  it('filters by amount, both bounds inclusive', async () => {
    const between = (amountMin: number, amountMax: number) =>
      idsOf(all.filter(({ amount }) => amount >= amountMin && amount <= amountMax));
    expect(await ids({ amountMin: 3, amountMax: 5 })).toEqual(between(3, 5));
    expect(between(3, 5)).toHaveLength(3);
    expect(await ids({ amountMin: 11 })).toEqual(between(11, 12));
    expect(await ids({ amountMax: 1 })).toEqual(between(1, 1));
    expect(await ids({ amountMax: 1, type: 'refund' })).toEqual([all[0]!.id]);
    expect(await ids({ amountMin: 5, amountMax: 3 })).toEqual([]);
    const everywhere = await harness.transactions.list({ amountMin: 12, amountMax: 12 }, { limit: 100 });
    expect(idsOf(everywhere.items)).toContain(all[2]!.id);
    expect(new Set(everywhere.items.map(({ amount }) => amount))).toEqual(new Set([12]));
  });

  it('filters by creation time, from inclusive and until exclusive', async () => {
    const third = all[9]!.createdAt;
    const fifth = all[7]!.createdAt;
    expect(await ids({ from: third, until: fifth })).toEqual(idsOf(all.slice(8, 10)));
    expect(await ids({ from: addMilliseconds(third, 1), until: addMilliseconds(fifth, 1) })).toEqual(
      idsOf(all.slice(7, 9)),
    );
    expect(await ids({ from: third, until: fifth }, { after: all[8]!.id })).toEqual([all[9]!.id]);
    expect(await ids({ until: NOON })).toEqual([]);
    expect(await ids({ from: addMilliseconds(NOON, -DAY_MS) })).toEqual(idsOf(all));
    expect(
      await ids({ from: new Date('0001-01-01T00:00:00Z'), until: new Date('9999-12-31T23:59:59.999Z') }),
    ).toEqual(idsOf(all));
  });
}

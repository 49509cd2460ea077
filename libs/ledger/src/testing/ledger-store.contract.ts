import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AccountId,
  type EventId,
  addMilliseconds,
  type Metadata,
  type PaymentRequestId,
  type TransactionId,
} from '@florin/kernel';
import { readSetOf } from '../batch/command.js';
import { Ledger } from '../batch/ledger.js';
import type { EventFilter } from '../event/event.reader.js';
import {
  aTransactionId,
  newTransaction,
  NOON,
  idempotentCreateCommand,
  SteppedClock,
  TestIds,
} from './builders.js';
import type { LedgerHarness } from './harness.js';
import { LedgerFixture, SUCCESS } from './ledger-fixture.js';

const codeOf = (error: unknown) => (error as { code?: string }).code;
const codes = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'done' : codeOf(outcome.reason)));
const count = (items: readonly unknown[], item: unknown) => items.filter((one) => one === item).length;

/** The contract of every `LedgerStore` adapter. */
export function ledgerStoreContract(open: () => Promise<LedgerHarness>): void {
  let fixture: LedgerFixture;
  let harness: LedgerHarness;

  beforeAll(async () => {
    harness = await open();
    fixture = new LedgerFixture(harness);
  });

  it('reads transactions exactly as written', async () => {
    const accountId = await fixture.openAccount();
    const metadata = JSON.parse(
      '{"toString":"a","constructor":{"a":[1,null,true]},"__proto__":"x","quo\\"te":"back\\\\slash","😀":"{NULL}","n":1e-7}',
    ) as Metadata;
    const reference = '"NULL", {a\\b} ünïcode 😀';
    const created = await fixture.create(accountId, { type: 'credit', amount: 1, reference, metadata });
    const found = await harness.transactions.find(created.id, accountId);
    expect(found).toEqual(created);
    expect(JSON.stringify(found?.metadata)).toBe(JSON.stringify(metadata));
    expect(found?.createdAt).toEqual(NOON);
  });

  it('distinguishes text such as "NULL" from an absent value', async () => {
    const accountId = await fixture.openAccount();
    const withReference = await Promise.all(
      ['NULL', 'null', '""', ' ', '\\'].map((reference) =>
        fixture.create(accountId, { type: 'credit', reference }),
      ),
    );
    const withoutReference = await fixture.create(accountId, { type: 'credit' });
    for (const { id, reference } of [...withReference, withoutReference]) {
      expect((await harness.transactions.find(id, undefined))?.reference).toBe(reference);
    }
  });

  it('holds a payment, settles it and posts its entries', async () => {
    const accountId = await fixture.openAccount(10_000);
    const payment = await fixture.create(accountId, { amount: 4_000 });
    expect(await fixture.balance(accountId)).toEqual({ available: 6_000, held: 4_000, incoming: 0 });
    const settled = await fixture.ledger.settle({
      transactionId: payment.id,
      accountId,
      settlement: SUCCESS,
    });
    expect(settled).toMatchObject({ status: 'succeeded', endedAt: NOON });
    expect(await fixture.balance(accountId)).toEqual({ available: 6_000, held: 0, incoming: 0 });
    expect(await harness.transactions.find(payment.id, accountId)).toEqual(settled);
  });

  it('finds a transaction by id, but only within the account scope', async () => {
    const own = await fixture.openAccount();
    const { id } = await fixture.create(own, { type: 'credit' });
    const other = await fixture.openAccount();
    await expect(fixture.ledger.cancel({ transactionId: id, accountId: other })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(
      fixture.ledger.cancel({ transactionId: aTransactionId(), accountId: undefined }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(await harness.transactions.find(id, other)).toBeUndefined();
    await expect(fixture.ledger.cancel({ transactionId: id, accountId: undefined })).resolves.toMatchObject({
      status: 'canceled',
    });
  });

  it('writes nothing when the decision throws', async () => {
    const accountId = await fixture.openAccount(1_000);
    const readSet = readSetOf([idempotentCreateCommand(accountId, 'thrown')], fixture.ids.next('evt'));
    const error = new Error('failed');
    const decide = () => {
      throw error;
    };
    await expect(harness.store.write(readSet, decide)).rejects.toBe(error);
    expect(await fixture.balance(accountId)).toEqual({ available: 1_000, held: 0, incoming: 0 });
  });

  it('executes the other commands of a batch with refused ones', async () => {
    const accountId = await fixture.openAccount(1_000);
    const amounts = [400, 700, 500, 200, 100];
    const outcomes = await Promise.allSettled(amounts.map((amount) => fixture.create(accountId, { amount })));
    expect(codes(outcomes)).toEqual(['done', 'insufficient_funds', 'done', 'insufficient_funds', 'done']);
    expect(await fixture.balance(accountId)).toEqual({ available: 0, held: 1_000, incoming: 0 });
  });

  it('accepts exactly 20 of 64 parallel payments of 500 from 10,000 over several instances', async () => {
    const accountId = await fixture.openAccount(10_000);
    const instances = [1, 2, 3, 4].map(() => fixture.anotherLedger());
    const outcomes = await Promise.allSettled(
      Array.from({ length: 64 }, (_, index) => instances[index % 4]!.create(newTransaction(accountId))),
    );
    expect(count(codes(outcomes), 'done')).toBe(20);
    expect(count(codes(outcomes), 'insufficient_funds')).toBe(44);
    expect(await fixture.balance(accountId)).toEqual({ available: 0, held: 10_000, incoming: 0 });
  });

  it('lets exactly one of concurrent cancellations and settlements succeed', async () => {
    const accountId = await fixture.openAccount(100_000);
    const other = fixture.anotherLedger();
    for (let round = 0; round < 25; round++) {
      const { id: transactionId } = await fixture.create(accountId, { amount: 1 });
      const outcomes = await Promise.allSettled([
        fixture.ledger.cancel({ transactionId, accountId }),
        other.settle({ transactionId, accountId: undefined, settlement: SUCCESS }),
        other.cancel({ transactionId, accountId }),
      ]);
      expect(count(codes(outcomes), 'done')).toBe(1);
    }
  });

  describe('refunds', () => {
    const refund = (accountId: AccountId, refundOf: TransactionId, amount: number) =>
      fixture.create(accountId, { type: 'refund', refundOf, amount });

    it('never exceed their payment in total, pending or succeeded', async () => {
      const accountId = await fixture.openAccount(1_000);
      const payment = await fixture.createSettled(accountId, { amount: 600 });
      const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => refund(accountId, payment.id, 250)));
      expect(codes(outcomes)).toEqual(['done', 'done', 'invalid_request', 'invalid_request']);
      await expect(refund(accountId, payment.id, 101)).rejects.toMatchObject({ code: 'invalid_request' });
      const last = await refund(accountId, payment.id, 100);
      await fixture.ledger.settle({ transactionId: last.id, accountId, settlement: SUCCESS });
      await expect(refund(accountId, payment.id, 1)).rejects.toMatchObject({ code: 'invalid_request' });
    });

    it('that failed or were canceled do not count', async () => {
      const accountId = await fixture.openAccount(1_000);
      const payment = await fixture.createSettled(accountId, { amount: 600 });
      const canceled = await refund(accountId, payment.id, 600);
      await fixture.ledger.cancel({ transactionId: canceled.id, accountId });
      const failed = await refund(accountId, payment.id, 600);
      const settlement = { status: 'failed', failureReason: 'no route' } as const;
      const ended = await fixture.ledger.settle({ transactionId: failed.id, accountId, settlement });
      expect(ended).toMatchObject({ status: 'failed', failureReason: 'no route' });
      await expect(refund(accountId, payment.id, 600)).resolves.toMatchObject({ status: 'pending' });
    });

    it('require a succeeded payment of the same account', async () => {
      const accountId = await fixture.openAccount(1_000);
      const credit = await fixture.createSettled(accountId, { type: 'credit' });
      const pending = await fixture.create(accountId);
      const foreign = await fixture.createSettled(await fixture.openAccount(1_000));
      for (const id of [credit.id, pending.id, foreign.id, aTransactionId()]) {
        await expect(refund(accountId, id, 1)).rejects.toMatchObject({ code: 'invalid_request' });
      }
    });
  });

  it('merges concurrent amendments', async () => {
    const accountId = await fixture.openAccount();
    const { id: transactionId } = await fixture.create(accountId, { type: 'credit' });
    const instances = [fixture.ledger, fixture.anotherLedger()];
    await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        instances[index % 2]!.amend({
          transactionId,
          accountId,
          amendment: { metadata: { [`key ${index}`]: index } },
        }),
      ),
    );
    const amended = await harness.transactions.find(transactionId, accountId);
    expect(Object.keys(amended?.metadata ?? {})).toHaveLength(32);
  });

  it('does not deadlock when instances use the same accounts in opposite order', async () => {
    const accounts = await Promise.all([1, 2, 3, 4, 5, 6].map(() => fixture.openAccount(1_000)));
    const pay = (from: readonly AccountId[]) => {
      const ledger = fixture.anotherLedger();
      return from.map((accountId) => ledger.create(newTransaction(accountId, { amount: 10 })));
    };
    for (let round = 0; round < 10; round++)
      await Promise.all([...pay(accounts), ...pay(accounts.toReversed())]);
    for (const accountId of accounts) expect(await fixture.balance(accountId)).toMatchObject({ held: 200 });
  });

  it('applies the account scope of each command when two of a batch have the same transaction id', async () => {
    const [own, other] = [await fixture.openAccount(1_000), await fixture.openAccount(1_000)];
    const { id } = await fixture.create(own);
    const paid = await fixture.createSettled(own);
    const refund = (accountId: AccountId) =>
      fixture.create(accountId, { type: 'refund', amount: 1, refundOf: paid.id });
    const outcomes = await Promise.allSettled([
      fixture.ledger.cancel({ transactionId: id, accountId: own }),
      fixture.ledger.cancel({ transactionId: id, accountId: other }),
      refund(own),
      refund(other),
    ]);
    expect(codes(outcomes)).toEqual(['done', 'not_found', 'done', 'invalid_request']);
  });

  it('gives later events higher ids, also when a clock is behind', async () => {
    const accountId = await fixture.openAccount(1_000);
    const ahead = new SteppedClock(addMilliseconds(fixture.clock.now(), 3_600_000));
    const aheadLedger = new Ledger(harness.store, ahead, new TestIds(ahead));
    const first = await aheadLedger.create(newTransaction(accountId));
    const [lastRead] = (await harness.events.list(accountId, { limit: 1 })).items;
    const second = await fixture.create(accountId);
    await fixture.ledger.amend({ transactionId: second.id, accountId, amendment: { reference: 'later' } });
    const { items } = await harness.events.list(accountId, { limit: 10, before: lastRead!.id });
    expect(lastRead?.subjectId).toBe(first.id);
    expect(items.map(({ type, subjectId }) => [type, subjectId])).toEqual([
      ['transaction.updated', second.id],
      ['transaction.created', second.id],
    ]);
  });

  it('records the actor of the command, or system', async () => {
    const accountId = await fixture.openAccount();
    const input = newTransaction(accountId, { type: 'credit' });
    const { id: transactionId } = await fixture.ledger.create({ ...input, actor: 'user_ada' });
    const target = { transactionId, accountId };
    await fixture.ledger.amend({ ...target, amendment: { reference: 'r' }, actor: 'Bob, "quoted"' });
    await fixture.ledger.settle({ ...target, settlement: SUCCESS });
    const { items } = await harness.events.list(accountId, { limit: 10 });
    expect(items.map(({ actor }) => actor)).toEqual(['system', 'Bob, "quoted"', 'user_ada']);
  });

  it('reads the newest event of an account, or minEventId if that is higher', async () => {
    const accountId = await fixture.openAccount();
    const before = fixture.ids.next('evt');
    await fixture.create(accountId, { type: 'credit' });
    const [newest] = (await harness.events.list(accountId, { limit: 1 })).items;
    const after = fixture.ids.next('evt');
    const newestEventFor = (minEventId: EventId) => {
      const readSet = { ...readSetOf([], minEventId), accountIds: [accountId] };
      const changes = { balances: [], added: [], changed: [], entries: [], events: [], keys: [] };
      return harness.store.write(readSet, ({ newestEvents }) => ({
        changes,
        result: newestEvents.get(accountId),
      }));
    };
    expect([await newestEventFor(before), await newestEventFor(after)]).toEqual([newest?.id, after]);
  });

  it('lists events with the balance after them, newest first', async () => {
    const accountId = await fixture.openAccount();
    const { id } = await fixture.create(accountId, { type: 'credit', amount: 70, reference: 'r' });
    await fixture.ledger.amend({ transactionId: id, accountId, amendment: { reference: null } });
    await fixture.ledger.settle({ transactionId: id, accountId, settlement: SUCCESS });
    const { items, hasMore } = await harness.events.list(accountId, { limit: 10 });
    expect(hasMore).toBe(false);
    expect(items.map((event) => [event.type, event.balance])).toEqual([
      ['transaction.succeeded', { available: 70, held: 0, incoming: 0 }],
      ['transaction.updated', { available: 0, held: 0, incoming: 70 }],
      ['transaction.created', { available: 0, held: 0, incoming: 70 }],
    ]);
    expect(items[2]).toMatchObject({
      accountId,
      subjectId: id,
      occurredAt: NOON,
      data: { type: 'credit', amount: 70, currency: 'USD', status: 'pending', reference: 'r' },
    });
    const older = await harness.events.list(accountId, { limit: 1, after: items[0]!.id });
    expect(older).toEqual({ items: [items[1]], hasMore: true });
  });

  it('lists the events of all accounts without an account', async () => {
    const accounts = [await fixture.openAccount(), await fixture.openAccount()];
    const before = fixture.ids.next('evt');
    for (const accountId of accounts) await fixture.create(accountId, { type: 'credit' });
    const { items } = await harness.events.list(undefined, { limit: 2, before });
    expect(items.map(({ accountId }) => accountId)).toEqual(accounts.toReversed());
  });

  it('lists events by type and by subject', async () => {
    const accountId = await fixture.openAccount();
    const [first, second] = [
      await fixture.create(accountId, { type: 'credit' }),
      await fixture.create(accountId, { type: 'credit' }),
    ];
    await fixture.ledger.amend({ transactionId: first.id, accountId, amendment: { reference: 'r' } });
    await fixture.ledger.settle({ transactionId: first.id, accountId, settlement: SUCCESS });
    const listed = async (filter: EventFilter, request: object = {}) => {
      const { items } = await harness.events.list(accountId, { limit: 10, ...request }, filter);
      return items.map(({ type, subjectId }) => [type, subjectId]);
    };
    const history = [
      ['transaction.succeeded', first.id],
      ['transaction.updated', first.id],
      ['transaction.created', first.id],
    ];
    expect(await listed({ subjectId: first.id })).toEqual(history);
    expect(await listed({ subjectId: first.id }, { limit: 1 })).toEqual(history.slice(0, 1));
    expect(await listed({ type: 'transaction.updated' })).toEqual([history[1]]);
    expect(await listed({ type: 'transaction.created' })).toEqual([
      ['transaction.created', second.id],
      history[2],
    ]);
    expect(await listed({ type: 'transaction.created', subjectId: first.id })).toEqual([history[2]]);
    expect(await listed({ type: 'transaction.failed' })).toEqual([]);
    const sameDigits = `pay_${first.id.slice('txn_'.length)}` as PaymentRequestId;
    expect(await listed({ subjectId: sameDigits })).toEqual([]);
    const other = await fixture.openAccount();
    const foreign = await harness.events.list(other, { limit: 10 }, { subjectId: first.id });
    expect(foreign.items).toEqual([]);
  });

  it('finds due transactions, oldest first', async () => {
    const accountId = await fixture.openAccount(100);
    const first = await fixture.create(accountId, { amount: 1 });
    const second = await fixture.create(accountId, { amount: 1 });
    fixture.clock.advance(1);
    const notDue = await fixture.create(accountId, { amount: 1 });
    const due = await harness.due.findPending(NOON, 10_000);
    const own = due.filter((transaction) => transaction.accountId === accountId).map(({ id }) => id);
    expect(own).toEqual([first.id, second.id]);
    const later = await harness.due.findPending(fixture.clock.now(), 10_000);
    expect(later.map(({ id }) => id)).toContain(notDue.id);
    expect(await harness.due.findPending(fixture.clock.now(), 1)).toHaveLength(1);
    const [next] = await harness.due.findPending(fixture.clock.now(), 1, first.id);
    expect(next).toMatchObject({ id: second.id, accountId });
  });

  it('violates no ledger invariant in these tests', async () => {
    expect(await harness.audit()).toEqual([]);
  });
}

import { describe, expect, it } from '@jest/globals';
import { addMilliseconds } from '@florin/kernel';
import { anAccountId, aTransaction, aTransactionId, newTransaction, NOON } from '../testing/builders.js';
import {
  amend,
  cancel,
  create,
  settle,
  TRANSACTION_STATE_MACHINE,
  TRANSACTION_STATUSES,
} from './transaction.js';

const LATER = addMilliseconds(NOON, 5_000);
const settleAs = (status: 'succeeded' | 'failed') => (transaction: Parameters<typeof settle>[0]) =>
  settle(transaction, { status }, LATER);

const ACTIONS = [
  { name: 'settle_succeeded', act: settleAs('succeeded'), end: 'succeeded', refusal: 'conflict' },
  { name: 'settle_failed', act: settleAs('failed'), end: 'failed', refusal: 'conflict' },
  {
    name: 'cancel',
    act: (thing: Parameters<typeof cancel>[0]) => cancel(thing, LATER),
    end: 'canceled',
    refusal: 'not_cancellable',
  },
] as const;

describe('a transaction', () => {
  it('starts pending and tells so', () => {
    const input = newTransaction(anAccountId(), { reference: 'order 1', metadata: { a: 1 } });
    const id = aTransactionId();
    const { state, events } = create(id, input, NOON);
    expect(state).toMatchObject({ ...input, id, status: 'pending', createdAt: NOON, updatedAt: NOON });
    expect(state.endedAt).toBeUndefined();
    expect(events).toEqual([
      {
        type: 'transaction.created',
        accountId: input.accountId,
        subjectId: id,
        data: {
          type: 'payment',
          amount: 500,
          currency: 'USD',
          status: 'pending',
          reference: 'order 1',
          metadata: { a: 1 },
        },
      },
    ]);
  });

  it('tells which payment it refunds, and that it has no reference', () => {
    const refundOf = aTransactionId();
    const { events } = create(
      aTransactionId(),
      newTransaction(anAccountId(), { type: 'refund', refundOf }),
      NOON,
    );
    expect(events).toMatchObject([{ data: { type: 'refund', refund_of: refundOf, reference: null } }]);
  });

  it('begins pending', () => {
    expect(TRANSACTION_STATE_MACHINE.initial).toEqual(['pending']);
  });

  describe.each(ACTIONS)('on $name', ({ act, end, refusal }) => {
    it(`becomes ${end} when pending, and tells so`, () => {
      const { state, events } = act(aTransaction());
      expect(state).toMatchObject({ status: end, endedAt: LATER, updatedAt: LATER, createdAt: NOON });
      expect(events).toMatchObject([
        { type: `transaction.${end}`, subjectId: state.id, data: { status: end } },
      ]);
    });

    it.each(TRANSACTION_STATUSES.filter((status) => status !== 'pending'))('refuses when %s', (status) => {
      const ended = aTransaction({ status, endedAt: NOON });
      expect(() => act(ended)).toThrow(expect.objectContaining({ code: refusal }));
      expect(() => act(ended)).toThrow(`The transaction is ${status}`);
    });
  });

  it('keeps why it failed', () => {
    const { state, events } = settle(aTransaction(), { status: 'failed', failureReason: 'no route' }, LATER);
    expect(state.failureReason).toBe('no route');
    expect(events).toMatchObject([{ data: { failure_reason: 'no route' } }]);
  });

  it('advises a refund to whoever wants to cancel a payment that has succeeded', () => {
    expect(() => cancel(aTransaction({ status: 'succeeded', type: 'payment' }), LATER)).toThrow(/a refund/);
    expect(() => cancel(aTransaction({ status: 'failed' }), LATER)).not.toThrow(/refund/);
    expect(() => settleAs('failed')(aTransaction({ status: 'succeeded' }))).not.toThrow(/refund/);
  });

  it.each(['credit', 'refund'] as const)(
    'advises no refund, which would double it, but a payment: %s',
    (type) => {
      expect(() => cancel(aTransaction({ status: 'succeeded', type }), LATER)).toThrow(
        /with a payment instead/,
      );
    },
  );

  describe('when amended', () => {
    const before = aTransaction({ reference: 'old', metadata: { kept: 1, gone: 2, changed: { deep: 3 } } });

    it('merges metadata at the top level and deletes what is null', () => {
      const { state } = amend(
        before,
        { metadata: { gone: null, changed: { other: 4 }, added: null, new: [] } },
        LATER,
      );
      expect(state.metadata).toEqual({ kept: 1, changed: { other: 4 }, new: [] });
      expect(state).toMatchObject({ reference: 'old', updatedAt: LATER });
    });

    it('clears what is null and leaves what is absent', () => {
      expect(amend(before, { metadata: null }, LATER).state).toMatchObject({
        metadata: {},
        reference: 'old',
      });
      expect(amend(before, { reference: null }, LATER).state).toMatchObject({
        metadata: before.metadata,
        reference: undefined,
      });
      expect(amend(before, { reference: 'new' }, LATER).state.reference).toBe('new');
    });

    it('tells what it is like now, also that it has no reference any more', () => {
      const { events } = amend(before, { reference: null }, LATER);
      expect(events).toMatchObject([{ data: { reference: null, metadata: before.metadata } }]);
    });

    it('is not touched by an amendment that says nothing', () => {
      expect(amend(before, {}, LATER)).toEqual({ state: before, events: [] });
    });

    it.each([
      { reference: 'old' },
      { metadata: {} },
      { metadata: { never: null } },
      { reference: 'old', metadata: { kept: 1, changed: { deep: 3 } } },
    ])('is not touched, and tells nothing, when it is as %j wants it already', (amendment) => {
      expect(amend(before, amendment, LATER)).toEqual({ state: before, events: [] });
    });

    it('has changed when what it keeps is written otherwise, because it is given back as it was sent', () => {
      const { state, events } = amend(
        aTransaction({ metadata: { a: { x: 1, y: 2 } } }),
        { metadata: { a: { y: 2, x: 1 } } },
        LATER,
      );
      expect(JSON.stringify(state.metadata)).toBe('{"a":{"y":2,"x":1}}');
      expect(events).toHaveLength(1);
    });

    it('can be amended in every state', () => {
      for (const status of TRANSACTION_STATUSES) {
        const { state, events } = amend(aTransaction({ status }), { reference: 'x' }, LATER);
        expect(state).toMatchObject({ status, reference: 'x' });
        expect(events).toMatchObject([
          { type: 'transaction.updated', data: { reference: 'x', metadata: {} } },
        ]);
      }
    });
  });
});

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
const ALREADY = { succeeded: 'succeeded', failed: 'failed', canceled: 'been canceled' } as const;
const settleAs = (status: 'succeeded' | 'failed') => (transaction: Parameters<typeof settle>[0]) =>
  settle(transaction, { status }, LATER);

const ACTIONS = [
  { name: 'settle_succeeded', act: settleAs('succeeded'), end: 'succeeded', refusal: 'conflict' },
  { name: 'settle_failed', act: settleAs('failed'), end: 'failed', refusal: 'conflict' },
  {
    name: 'cancel',
    act: (transaction: Parameters<typeof cancel>[0]) => cancel(transaction, LATER),
    end: 'canceled',
    refusal: 'not_cancellable',
  },
] as const;

describe('a transaction', () => {
  it('starts pending, with an event', () => {
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

  it('includes the refunded payment and a null reference in the event', () => {
    const refundOf = aTransactionId();
    const { events } = create(
      aTransactionId(),
      newTransaction(anAccountId(), { type: 'refund', refundOf }),
      NOON,
    );
    expect(events).toMatchObject([{ data: { type: 'refund', refund_of: refundOf, reference: null } }]);
  });

  it('has pending as the only initial status', () => {
    expect(TRANSACTION_STATE_MACHINE.initial).toEqual(['pending']);
  });

  describe.each(ACTIONS)('on $name', ({ act, end, refusal }) => {
    it(`becomes ${end} when pending, with an event`, () => {
      const { state, events } = act(aTransaction());
      expect(state).toMatchObject({ status: end, endedAt: LATER, updatedAt: LATER, createdAt: NOON });
      expect(events).toMatchObject([
        { type: `transaction.${end}`, subjectId: state.id, data: { status: end } },
      ]);
    });

    it.each(TRANSACTION_STATUSES.filter((status) => status !== 'pending'))('refuses when %s', (status) => {
      const ended = aTransaction({ status, endedAt: NOON });
      expect(() => act(ended)).toThrow(expect.objectContaining({ code: refusal }));
      expect(() => act(ended)).toThrow(`The transaction has already ${ALREADY[status]}.`);
    });
  });

  it('stores the failure reason', () => {
    const { state, events } = settle(aTransaction(), { status: 'failed', failureReason: 'no route' }, LATER);
    expect(state.failureReason).toBe('no route');
    expect(events).toMatchObject([{ data: { failure_reason: 'no route' } }]);
  });

  it('suggests a refund when a succeeded payment is canceled', () => {
    expect(() => cancel(aTransaction({ status: 'succeeded', type: 'payment' }), LATER)).toThrow(/a refund/);
    expect(() => cancel(aTransaction({ status: 'failed' }), LATER)).not.toThrow(/refund/);
    expect(() => settleAs('failed')(aTransaction({ status: 'succeeded' }))).not.toThrow(/refund/);
  });

  it.each(['credit', 'refund'] as const)('suggests a payment when a succeeded %s is canceled', (type) => {
    expect(() => cancel(aTransaction({ status: 'succeeded', type }), LATER)).toThrow(
      /with a payment instead/,
    );
  });

  describe('when amended', () => {
    const before = aTransaction({
      reference: 'old',
      metadata: { unchanged: 1, deleted: 2, changed: { deep: 3 } },
    });

    it('merges metadata at the top level and deletes keys set to null', () => {
      const { state } = amend(
        before,
        { metadata: { deleted: null, changed: { other: 4 }, absent: null, new: [] } },
        LATER,
      );
      expect(state.metadata).toEqual({ unchanged: 1, changed: { other: 4 }, new: [] });
      expect(state).toMatchObject({ reference: 'old', updatedAt: LATER });
    });

    it('clears fields set to null and keeps absent fields', () => {
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

    it('includes the new values in the event, also a null reference', () => {
      const { events } = amend(before, { reference: null }, LATER);
      expect(events).toMatchObject([{ data: { reference: null, metadata: before.metadata } }]);
    });

    it('is unchanged by an empty amendment', () => {
      expect(amend(before, {}, LATER)).toEqual({ state: before, events: [] });
    });

    it.each([
      { reference: 'old' },
      { metadata: {} },
      { metadata: { never: null } },
      { reference: 'old', metadata: { unchanged: 1, changed: { deep: 3 } } },
    ])('is unchanged, without an event, when %j sets the current values', (amendment) => {
      expect(amend(before, amendment, LATER)).toEqual({ state: before, events: [] });
    });

    it('changes when only the key order of metadata differs', () => {
      const { state, events } = amend(
        aTransaction({ metadata: { a: { x: 1, y: 2 } } }),
        { metadata: { a: { y: 2, x: 1 } } },
        LATER,
      );
      expect(JSON.stringify(state.metadata)).toBe('{"a":{"y":2,"x":1}}');
      expect(events).toHaveLength(1);
    });

    it('is allowed in every status', () => {
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

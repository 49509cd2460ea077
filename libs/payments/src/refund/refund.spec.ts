import { describe, expect, it } from '@jest/globals';
import { addMilliseconds, SECOND_MS } from '@florin/kernel';
import type { RefundOutcome } from '../processor/payment-processor.js';
import { aPaymentRequest, NOON, SequentialIds } from '../testing/builders.js';
import { amountToRefund, conclude, create } from './refund.js';

const ids = new SequentialIds();
const LATER = addMilliseconds(NOON, SECOND_MS);
const SUCCEEDED: RefundOutcome = { kind: 'succeeded' };
const FAILED: RefundOutcome = { kind: 'failed', reason: 'refund_declined' };
const payment = aPaymentRequest({ status: 'succeeded', amount: 1_000, transactionId: ids.next('txn') });
const terms = { id: ids.next('re'), amount: 400, reason: 'too late', transactionId: ids.next('txn') };
const created = create(terms, payment, NOON);

describe('amountToRefund', () => {
  it('is the requested amount, or what is left', () => {
    expect(amountToRefund(payment, 0, undefined)).toBe(1_000);
    expect(amountToRefund(payment, 400, undefined)).toBe(600);
    expect(amountToRefund(payment, 400, 600)).toBe(600);
  });

  it.each([
    [0, 1_001],
    [400, 601],
    [1_000, 1],
    [1_000, undefined],
    [0, 0],
    [0, -1],
    [0, 0.5],
  ])('refuses of a payment of 1000 with %p refunded the amount %p', (reserved, requested) => {
    expect(() => amountToRefund(payment, reserved, requested)).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });

  it.each(['pending', 'failed', 'canceled'] as const)('refuses a payment that is %s', (status) => {
    expect(() => amountToRefund({ ...payment, status }, 0, 1)).toThrow(
      expect.objectContaining({ code: 'conflict' }),
    );
  });
});

describe('a refund', () => {
  it('starts pending, with the currency and account of its payment', () => {
    const { accountId, currency, id: paymentId } = payment;
    expect(created.state).toMatchObject({ ...terms, accountId, currency, paymentId, status: 'pending' });
    expect(created.events).toMatchObject([
      { type: 'refund.created', data: { payment_id: paymentId, amount: 400, reason: 'too late' } },
    ]);
  });

  it('adds to the refunded amount of its payment when it succeeds', () => {
    const concluded = conclude(created.state, { ...payment, refundedAmount: 50 }, SUCCEEDED, LATER);
    expect(concluded.refund).toMatchObject({ status: 'succeeded', updatedAt: LATER });
    expect(concluded.payment).toMatchObject({ refundedAmount: 450, updatedAt: LATER, status: 'succeeded' });
    expect(concluded.events.map(({ type }) => type)).toEqual(['refund.succeeded']);
  });

  it('does not change its payment when it fails', () => {
    const concluded = conclude(created.state, payment, FAILED, LATER);
    expect(concluded.refund).toMatchObject({ status: 'failed', failureReason: 'refund_declined' });
    expect(concluded.payment).toBe(payment);
    expect(concluded.events).toMatchObject([
      { type: 'refund.failed', data: { failure_reason: 'refund_declined', status: 'failed' } },
    ]);
  });

  it('ends once, and never before its creation', () => {
    const { refund } = conclude(created.state, payment, SUCCEEDED, addMilliseconds(NOON, -SECOND_MS));
    expect(refund.updatedAt).toEqual(NOON);
    for (const outcome of [SUCCEEDED, FAILED])
      expect(() => conclude(refund, payment, outcome, LATER)).toThrow(
        expect.objectContaining({ code: 'conflict' }),
      );
  });
});

import { describe, expect, it } from '@jest/globals';
import { aTransaction, NOON } from '../testing/builders.js';
import { refundedBy, requireRefundable } from './refund.js';
import type { Transaction, TransactionType } from './transaction.js';

const payment = aTransaction({ amount: 500, status: 'succeeded', endedAt: NOON });
const refusal = (message: string) =>
  expect.objectContaining({ code: 'invalid_request', message: expect.stringContaining(message) });

const refunding =
  (of: Transaction | undefined, refunded: number, amount: number, type: TransactionType = 'refund') =>
  () => {
    requireRefundable(of, refunded, { type, amount });
  };

describe('a refund', () => {
  it.each([
    [0, 500, '5.00 USD'],
    [200, 300, '3.00 USD'],
    [499, 1, '0.01 USD'],
  ])('is limited to the remaining amount: %i refunded, %i left', (refunded, amount, left) => {
    expect(refunding(payment, refunded, amount)).not.toThrow();
    expect(refunding(payment, refunded, amount + 1)).toThrow(
      refusal(`amount exceeds the ${left} left to refund.`),
    );
  });

  it.each(['payment', 'credit'] as const)('cannot be a %s', (type) => {
    expect(refunding(payment, 0, 1, type)).toThrow(refusal('only allowed with type refund'));
  });

  it('requires an existing payment', () => {
    expect(refunding(undefined, 0, 1)).toThrow(refusal('not a payment of this account'));
  });

  it.each(['credit', 'refund'] as const)('cannot refund a %s', (type) => {
    expect(refunding({ ...payment, type }, 0, 1)).toThrow(refusal(`refund_of is a ${type}`));
    expect(refunding({ ...payment, type }, 0, 1)).toThrow(refusal('with a payment instead'));
  });

  it.each(['pending', 'failed', 'canceled'] as const)('cannot refund a %s payment', (status) => {
    expect(refunding({ ...payment, status }, 0, 1)).toThrow(refusal(`that is ${status}`));
  });

  it.each([
    ['pending', 500],
    ['succeeded', 500],
    ['failed', 0],
    ['canceled', 0],
  ] as const)('that is %s counts %i towards its payment', (status, counted) => {
    expect(refundedBy(aTransaction({ type: 'refund', amount: 500, status }))).toBe(counted);
  });
});

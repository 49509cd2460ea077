import { describe, expect, it } from '@jest/globals';
import { aTransaction, NOON } from '../testing/builders.js';
import { refundedBy, requireRefundable } from './refund.js';
import type { Transaction, TransactionType } from './transaction.js';

const payment = aTransaction({ amount: 500, status: 'succeeded', endedAt: NOON });
const refusal = (words: string) =>
  expect.objectContaining({ code: 'invalid_request', message: expect.stringContaining(words) });

const refunding =
  (of: Transaction | undefined, refunded: number, amount: number, type: TransactionType = 'refund') =>
  () => {
    requireRefundable(of, refunded, { type, amount });
  };

describe('a refund', () => {
  it.each([
    [0, 500],
    [200, 300],
    [499, 1],
  ])('may give back what is left: %i were refunded, and %i are', (refunded, amount) => {
    expect(refunding(payment, refunded, amount)).not.toThrow();
    expect(refunding(payment, refunded, amount + 1)).toThrow(refusal(`more than the ${amount} left`));
  });

  it.each(['payment', 'credit'] as const)('is no %s', (type) => {
    expect(refunding(payment, 0, 1, type)).toThrow(refusal('type refund only'));
  });

  it('is of a payment that is there', () => {
    expect(refunding(undefined, 0, 1)).toThrow(refusal('names no payment'));
  });

  it.each(['credit', 'refund'] as const)('is not of a %s', (type) => {
    expect(refunding({ ...payment, type }, 0, 1)).toThrow(refusal(`names a ${type}`));
    expect(refunding({ ...payment, type }, 0, 1)).toThrow(refusal('with a payment instead'));
  });

  it.each(['pending', 'failed', 'canceled'] as const)('is not of a payment that is %s', (status) => {
    expect(refunding({ ...payment, status }, 0, 1)).toThrow(refusal(`that is ${status}`));
  });

  it.each([
    ['pending', 500],
    ['succeeded', 500],
    ['failed', 0],
    ['canceled', 0],
  ] as const)('that is %s takes up %i of its payment', (status, taken) => {
    expect(refundedBy(aTransaction({ type: 'refund', amount: 500, status }))).toBe(taken);
  });
});

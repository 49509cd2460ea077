import { describe, expect, it } from '@jest/globals';
import { canDo, isRefundable, leftToRefund, signedAmount } from './transaction-rules.js';

const pending = { type: 'payment', status: 'pending', transfer_id: null, refund_id: null } as const;
const ACTIONS = ['settle_succeeded', 'settle_failed', 'cancel'] as const;

describe('what can be done with a transaction', () => {
  it('ends a pending one in each way, and an ended one in none', () => {
    expect(ACTIONS.filter((action) => canDo(pending, action))).toEqual(ACTIONS);
    for (const status of ['succeeded', 'failed', 'canceled'] as const)
      expect(ACTIONS.filter((action) => canDo({ ...pending, status }, action))).toEqual([]);
  });

  it.each([{ transfer_id: 'trf_1' }, { refund_id: 're_1' }])('ends no part of %j', (part) => {
    expect(ACTIONS.filter((action) => canDo({ ...pending, ...part }, action))).toEqual([]);
    expect(isRefundable({ ...pending, status: 'succeeded', ...part })).toBe(false);
  });

  it('refunds succeeded payments only', () => {
    expect(isRefundable({ ...pending, status: 'succeeded' })).toBe(true);
    expect(isRefundable(pending)).toBe(false);
    expect(isRefundable({ ...pending, status: 'succeeded', type: 'credit' })).toBe(false);
  });

  it('leaves what pending and succeeded refunds have not taken', () => {
    const refunds = (['pending', 'succeeded', 'failed', 'canceled'] as const).map((status, index) => ({
      status,
      amount: 10 ** index,
    }));
    expect(leftToRefund({ amount: 5000 }, refunds)).toBe(4989);
  });

  it('moves the money of a payment out and that of the others in', () => {
    const types = ['payment', 'credit', 'refund'] as const;
    expect(types.map((type) => signedAmount({ type, amount: 5 }))).toEqual([-5, 5, 5]);
  });
});

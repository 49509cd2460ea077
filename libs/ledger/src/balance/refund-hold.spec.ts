import { describe, expect, it } from '@jest/globals';
import { addMilliseconds, idFromUuid, instantOfId, SECOND_MS } from '@florin/kernel';
import { aBalance, USD } from '../testing/builders.js';
import { cancel, settle } from '../transaction/transaction.js';
import { requireRefundable } from '../transaction/refund.js';
import { endRefundHold, holdRefund } from './refund-hold.js';

const id = idFromUuid('txn', '0195968a-6f4d-7000-8000-000000000002');
const refundId = idFromUuid('re', '0195968a-6f4d-7000-8000-000000000003');
const CREATED_AT = instantOfId(id);
const LATER = addMilliseconds(CREATED_AT, SECOND_MS);
const balance = aBalance({ used: true, available: 1_000, updatedAt: CREATED_AT });
const refund = { accountId: balance.accountId, amount: 700, currency: USD, reference: 'pay_1', refundId };
const held = () => holdRefund(balance, id, refund);

describe('the hold of a refund', () => {
  it('is a pending payment that names the refund in its event', () => {
    expect(held().added).toMatchObject({ type: 'payment', status: 'pending', refundId, amount: 700 });
    expect(held().balance).toMatchObject({ available: 300, held: 700, incoming: 0 });
    expect(held().events).toMatchObject([
      {
        type: 'transaction.created',
        data: { refund_id: refundId },
        balance: { available: 300, held: 700, incoming: 0 },
      },
    ]);
  });

  it.each([
    ['insufficient_funds', { available: 699 }],
    ['invalid_request', { state: 'frozen' }],
    ['not_found', { state: 'closed' }],
  ] as const)('is refused with %s by a balance with %j', (code, change) => {
    expect(() => holdRefund({ ...balance, ...change }, id, refund)).toThrow(
      expect.objectContaining({ code }),
    );
  });

  it('is spent when the refund succeeds, also on a frozen balance', () => {
    const { balance: after, added } = held();
    const ended = endRefundHold({ ...after, state: 'frozen' }, added, { status: 'succeeded' }, LATER);
    expect(ended.ended).toMatchObject({ status: 'succeeded', endedAt: LATER });
    expect(ended.balance).toMatchObject({ available: 300, held: 0 });
    expect(ended.entries.map(({ line, amount }) => [line, amount])).toEqual([
      ['account', -700],
      ['clearing', 700],
    ]);
    expect(ended.events).toMatchObject([{ type: 'transaction.succeeded', data: { refund_id: refundId } }]);
  });

  it('is released when the refund fails, and never ends before its last change', () => {
    const { balance: after, added } = held();
    const settlement = { status: 'failed', failureReason: 'refund_declined' } as const;
    const changed = { ...added, updatedAt: LATER };
    const ended = endRefundHold(after, changed, settlement, CREATED_AT);
    expect(ended.ended).toMatchObject({ status: 'failed', failureReason: 'refund_declined', endedAt: LATER });
    expect(ended.balance).toMatchObject({ available: 1_000, held: 0 });
    expect(ended.entries).toEqual([]);
  });

  it('cannot be settled, canceled or refunded by itself', () => {
    const { balance: after, added } = held();
    expect(() => settle(added, { status: 'succeeded' }, LATER)).toThrow(
      expect.objectContaining({ code: 'conflict' }),
    );
    expect(() => cancel(added, LATER)).toThrow(expect.objectContaining({ code: 'not_cancellable' }));
    const { ended } = endRefundHold(after, added, { status: 'succeeded' }, LATER);
    expect(() => {
      requireRefundable(ended, 0, { type: 'refund', amount: 1 });
    }).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});

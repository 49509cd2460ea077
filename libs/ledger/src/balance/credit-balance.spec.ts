import { describe, expect, it } from '@jest/globals';
import {
  type Currency,
  idFromUuid,
  instantOfId,
  addMilliseconds,
  parseCurrency,
  SECOND_MS,
} from '@florin/kernel';
import { freezeBalance, openBalance, markBalanceClosed } from './balance.js';
import { creditBalance } from './credit-balance.js';

const USD = parseCurrency('USD') as Currency;
const accountId = idFromUuid('acct', '0195968a-6f4d-7000-8000-000000000001');
const id = idFromUuid('txn', '0195968a-6f4d-7000-8000-000000000002');
const CREATED_AT = instantOfId(id);
const credit = { accountId, amount: 7500, currency: USD, reference: 'pay_1' };
const balance = openBalance(accountId, USD, CREATED_AT);

describe('creditBalance', () => {
  it('adds to the available amount and posts a balanced pair of entries', () => {
    const now = addMilliseconds(CREATED_AT, SECOND_MS);
    const credited = creditBalance(balance, id, credit, now);
    expect(credited?.balance).toMatchObject({
      available: 7500,
      held: 0,
      incoming: 0,
      used: true,
      updatedAt: now,
    });
    expect(credited?.added).toMatchObject({ status: 'pending', type: 'credit', createdAt: CREATED_AT });
    expect(credited?.settled).toMatchObject({ status: 'succeeded', endedAt: now, reference: 'pay_1' });
    expect(credited?.entries.map(({ line, amount }) => [line, amount])).toEqual([
      ['account', 7500],
      ['clearing', -7500],
    ]);
    expect(credited?.events.map((event) => [event.type, event.balance])).toEqual([
      ['transaction.created', { available: 0, held: 0, incoming: 7500 }],
      ['transaction.succeeded', { available: 7500, held: 0, incoming: 0 }],
    ]);
  });

  it('never ends before its creation when the clock is behind', () => {
    expect(
      creditBalance(balance, id, credit, addMilliseconds(CREATED_AT, -SECOND_MS))?.settled.endedAt,
    ).toEqual(CREATED_AT);
  });

  it.each([0, -7500, 0.5, NaN])('rejects an amount of %p', (amount) => {
    expect(() => creditBalance(balance, id, { ...credit, amount }, CREATED_AT)).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });

  it('credits a frozen balance, but not a closed one or one in another currency', () => {
    expect(creditBalance(freezeBalance(balance, CREATED_AT), id, credit, CREATED_AT)?.balance).toMatchObject({
      state: 'frozen',
      available: 7500,
    });
    expect(creditBalance(markBalanceClosed(balance, CREATED_AT), id, credit, CREATED_AT)).toBeUndefined();
    expect(
      creditBalance({ ...balance, currency: 'EUR' as Currency }, id, credit, CREATED_AT),
    ).toBeUndefined();
  });

  it.each(['available', 'held', 'incoming'])(
    'never exceeds the maximum balance, whichever part is large: %s',
    (part) => {
      const max = Number.MAX_SAFE_INTEGER - 7500;
      expect(creditBalance({ ...balance, [part]: max }, id, credit, CREATED_AT)).toBeDefined();
      expect(creditBalance({ ...balance, [part]: max + 1 }, id, credit, CREATED_AT)).toBeUndefined();
    },
  );
});

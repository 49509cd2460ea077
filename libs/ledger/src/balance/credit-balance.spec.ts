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
const DRAWN = instantOfId(id);
const credit = { accountId, amount: 7500, currency: USD, reference: 'pay_1' };
const balance = openBalance(accountId, USD, DRAWN);

describe('a settled credit', () => {
  it('raises what is available, expects nothing, and posts its balanced pair', () => {
    const now = addMilliseconds(DRAWN, SECOND_MS);
    const credited = creditBalance(balance, id, credit, now);
    expect(credited?.balance).toMatchObject({
      available: 7500,
      held: 0,
      incoming: 0,
      used: true,
      updatedAt: now,
    });
    expect(credited?.added).toMatchObject({ status: 'pending', type: 'credit', createdAt: DRAWN });
    expect(credited?.settled).toMatchObject({ status: 'succeeded', endedAt: now, reference: 'pay_1' });
    expect(credited?.entries.map(({ line, amount }) => [line, amount])).toEqual([
      ['account', 7500],
      ['clearing', -7500],
    ]);
    expect(credited?.events.map(({ type }) => type)).toEqual([
      'transaction.created',
      'transaction.succeeded',
    ]);
  });

  it('never ends before it began, although the clock stands behind the one that drew the id', () => {
    expect(creditBalance(balance, id, credit, addMilliseconds(DRAWN, -SECOND_MS))?.settled.endedAt).toEqual(
      DRAWN,
    );
  });

  it.each([0, -7500, 0.5, NaN])('is no credit of %p', (amount) => {
    expect(() => creditBalance(balance, id, { ...credit, amount }, DRAWN)).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });

  it('is taken by a frozen book, and by no book that is closed or in another currency', () => {
    expect(creditBalance(freezeBalance(balance, DRAWN), id, credit, DRAWN)?.balance).toMatchObject({
      state: 'frozen',
      available: 7500,
    });
    expect(creditBalance(markBalanceClosed(balance, DRAWN), id, credit, DRAWN)).toBeUndefined();
    expect(creditBalance({ ...balance, currency: 'EUR' as Currency }, id, credit, DRAWN)).toBeUndefined();
  });

  it.each(['available', 'held', 'incoming'])(
    'is taken up to what can be kept exactly, whichever part of the balance is large: %s',
    (part) => {
      const most = Number.MAX_SAFE_INTEGER - 7500;
      expect(creditBalance({ ...balance, [part]: most }, id, credit, DRAWN)).toBeDefined();
      expect(creditBalance({ ...balance, [part]: most + 1 }, id, credit, DRAWN)).toBeUndefined();
    },
  );
});

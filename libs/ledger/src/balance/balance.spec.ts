import { describe, expect, it } from '@jest/globals';
import { type Currency, addMilliseconds } from '@florin/kernel';
import { aBalance, anAccountId, aTransaction, NOON, USD } from '../testing/builders.js';
import {
  BALANCE_STATES,
  type BalanceAction,
  type BalanceState,
  changeCurrency,
  hold,
  freezeBalance,
  release,
  MAX_INCOMING,
  openBalance,
  requireAcceptsTransactions,
  markBalanceClosed,
  thawBalance,
} from './balance.js';
import { cancelPending, closeBalance } from './close-balance.js';

const LATER = addMilliseconds(NOON, 5_000);
const EUR = 'EUR' as Currency;
const refusal = (code: string, words: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(words) });

describe('a book', () => {
  it('opens empty', () => {
    const accountId = anAccountId();
    expect(openBalance(accountId, USD, NOON)).toEqual({
      accountId,
      currency: 'USD',
      state: 'open',
      used: false,
      available: 0,
      held: 0,
      incoming: 0,
      updatedAt: NOON,
    });
  });

  it('never becomes older, whichever of two clocks that differ writes on it', () => {
    const book = aBalance({ available: 100, updatedAt: LATER });
    const payment = { type: 'payment', amount: 60 } as const;
    const entered = hold(book, payment, NOON);
    const times = [entered, release(entered, payment, 'failed', NOON), freezeBalance(book, NOON)];
    expect(times.map(({ updatedAt }) => updatedAt)).toEqual([LATER, LATER, LATER]);
    expect(changeCurrency(book, EUR, NOON).updatedAt).toEqual(LATER);
    expect(freezeBalance(book, addMilliseconds(LATER, 1)).updatedAt).toEqual(addMilliseconds(LATER, 1));
  });

  describe('in its life', () => {
    const acts = { freeze: freezeBalance, thaw: thawBalance, close: markBalanceClosed };
    // Written down a second time, or the table could say what it likes.
    const NEXT: Record<BalanceState, Partial<Record<BalanceAction, BalanceState>>> = {
      open: { freeze: 'frozen', close: 'closed' },
      frozen: { thaw: 'open', close: 'closed' },
      closed: {},
    };

    for (const state of BALANCE_STATES) {
      for (const action of ['freeze', 'thaw', 'close'] as const) {
        const next = NEXT[state][action];
        it(`${next === undefined ? 'refuses to' : 'lets one'} ${action} it when ${state}`, () => {
          const act = () => acts[action](aBalance({ state }), LATER);
          if (next === undefined) expect(act).toThrow(refusal('conflict', `book is ${state}`));
          else expect(act()).toMatchObject({ state: next, updatedAt: LATER });
        });
      }
    }
  });

  describe('asked to take something new', () => {
    it('does when it is open and the currency is its own', () => {
      const book = aBalance();
      expect(requireAcceptsTransactions(book, USD)).toBe(book);
    });

    it('checks that it is there, then its state, then the currency', () => {
      expect(() => requireAcceptsTransactions(undefined, EUR)).toThrow(
        refusal('not_found', 'no such account'),
      );
      expect(() => requireAcceptsTransactions(aBalance({ state: 'closed' }), EUR)).toThrow(
        refusal('not_found', 'no such account'),
      );
      expect(() => requireAcceptsTransactions(aBalance({ state: 'frozen' }), EUR)).toThrow(
        refusal('invalid_request', 'not active'),
      );
      expect(() => requireAcceptsTransactions(aBalance(), EUR)).toThrow(
        refusal('currency_mismatch', 'is USD, not EUR'),
      );
    });
  });

  describe('with money coming and going', () => {
    const book = aBalance({ used: true, available: 1_000, held: 30, incoming: 7 });

    it('holds a payment at once, up to what is available and no more', () => {
      expect(hold(book, { type: 'payment', amount: 1_000 }, LATER)).toMatchObject({
        available: 0,
        held: 1_030,
        incoming: 7,
      });
      expect(() => hold(book, { type: 'payment', amount: 1_001 }, LATER)).toThrow(
        refusal('insufficient_funds', '1000 available, which is less than 1001'),
      );
    });

    it.each(['credit', 'refund'] as const)('only expects a %s', (type) => {
      expect(hold(aBalance(), { type, amount: 9 }, LATER)).toMatchObject({
        available: 0,
        incoming: 9,
        used: true,
      });
    });

    it.each([
      ['half of what it could count, so that what was paid has room', { incoming: MAX_INCOMING - 10 }],
      ['it could count', { available: Number.MAX_SAFE_INTEGER - 19, held: 4, incoming: 5 }],
    ])('refuses to expect more than %s', (_, balance) => {
      const full = aBalance(balance);
      expect(hold(full, { type: 'credit', amount: 10 }, LATER)).toMatchObject({
        incoming: balance.incoming + 10,
      });
      expect(() => hold(full, { type: 'credit', amount: 11 }, LATER)).toThrow(
        refusal('invalid_request', 'amount would'),
      );
    });

    it.each([
      ['payment', 'succeeded', { available: 1_000, held: 20, incoming: 7 }],
      ['payment', 'failed', { available: 1_010, held: 20, incoming: 7 }],
      ['payment', 'canceled', { available: 1_010, held: 20, incoming: 7 }],
    ] as const)('lets go of a %s that has %s', (type, status, balance) => {
      expect(release(book, { type, amount: 10 }, status, LATER)).toMatchObject({
        ...balance,
        updatedAt: LATER,
      });
    });

    it.each([
      ['credit', 'succeeded', { available: 1_005, held: 30, incoming: 2 }],
      ['refund', 'succeeded', { available: 1_005, held: 30, incoming: 2 }],
      ['credit', 'failed', { available: 1_000, held: 30, incoming: 2 }],
      ['refund', 'canceled', { available: 1_000, held: 30, incoming: 2 }],
    ] as const)('counts a %s that has %s', (type, status, balance) => {
      expect(release(book, { type, amount: 5 }, status, LATER)).toMatchObject(balance);
    });
  });

  it('changes its currency until it is used', () => {
    expect(changeCurrency(aBalance(), EUR, LATER)).toMatchObject({ currency: 'EUR', updatedAt: LATER });
    const used = aBalance({ used: true });
    expect(changeCurrency(used, USD, LATER)).toBe(used);
    expect(() => changeCurrency(used, EUR, LATER)).toThrow(refusal('invalid_request', 'currency is fixed'));
  });

  describe('when closed', () => {
    const { accountId } = aBalance();
    const pending = [
      aTransaction({ accountId, amount: 300 }),
      aTransaction({ accountId, amount: 50, type: 'credit' }),
      aTransaction({ accountId, amount: 20, type: 'refund' }),
    ];
    const book = aBalance({ accountId, used: true, available: 100, held: 300, incoming: 70 });

    it('cancels what is pending and keeps what is left on the balance', () => {
      const { balance: emptied, canceled, events } = cancelPending(book, pending, LATER);
      expect(closeBalance(emptied, LATER)).toMatchObject({
        state: 'closed',
        available: 400,
        held: 0,
        incoming: 0,
      });
      expect(canceled.map(({ status, endedAt }) => ({ status, endedAt }))).toEqual(
        pending.map(() => ({ status: 'canceled', endedAt: LATER })),
      );
      expect(events.map(({ type }) => type)).toEqual(pending.map(() => 'transaction.canceled'));
    });

    it('ends nothing before it began, when the clock that closes is behind', () => {
      const early = addMilliseconds(NOON, -5_000);
      const { balance: emptied, canceled } = cancelPending(book, pending, early);
      expect(canceled.map(({ updatedAt, endedAt }) => [updatedAt, endedAt])).toEqual(
        pending.map(({ updatedAt }) => [updatedAt, updatedAt]),
      );
      expect(closeBalance(emptied, early).updatedAt).toEqual(book.updatedAt);
    });

    it('is not closed without all that is pending', () => {
      for (const some of [pending.slice(1), pending.slice(0, 2)]) {
        const { balance: emptied } = cancelPending(book, some, LATER);
        expect(() => closeBalance(emptied, LATER)).toThrow('pending');
      }
    });

    it('is not closed twice', () => {
      const closed = closeBalance(cancelPending(book, pending, LATER).balance, LATER);
      expect(() => closeBalance(closed, LATER)).toThrow(refusal('conflict', 'closed'));
    });
  });
});

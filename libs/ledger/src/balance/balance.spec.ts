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
const refusal = (code: string, message: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(message) });

describe('a balance', () => {
  it('starts at zero', () => {
    const accountId = anAccountId();
    expect(openBalance(accountId, USD, NOON)).toEqual({
      accountId,
      currency: 'USD',
      state: 'open',
      used: false,
      available: 0,
      held: 0,
      incoming: 0,
      posted: { count: 0, totalIn: 0n },
      updatedAt: NOON,
    });
  });

  it('never moves updatedAt backwards under clock skew', () => {
    const balance = aBalance({ available: 100, updatedAt: LATER });
    const payment = { type: 'payment', amount: 60 } as const;
    const held = hold(balance, payment, NOON);
    const changed = [held, release(held, payment, 'failed', NOON), freezeBalance(balance, NOON)];
    expect(changed.map(({ updatedAt }) => updatedAt)).toEqual([LATER, LATER, LATER]);
    expect(changeCurrency(balance, EUR, NOON).updatedAt).toEqual(LATER);
    expect(freezeBalance(balance, addMilliseconds(LATER, 1)).updatedAt).toEqual(addMilliseconds(LATER, 1));
  });

  describe('state transitions', () => {
    const actions = { freeze: freezeBalance, thaw: thawBalance, close: markBalanceClosed };
    // Repeated here, so that a change of the table fails the test.
    const NEXT: Record<BalanceState, Partial<Record<BalanceAction, BalanceState>>> = {
      open: { freeze: 'frozen', close: 'closed' },
      frozen: { thaw: 'open', close: 'closed' },
      closed: {},
    };

    for (const state of BALANCE_STATES) {
      for (const action of ['freeze', 'thaw', 'close'] as const) {
        const next = NEXT[state][action];
        it(`${next === undefined ? 'rejects' : 'allows'} ${action} when ${state}`, () => {
          const act = () => actions[action](aBalance({ state }), LATER);
          if (next === undefined) expect(act).toThrow(refusal('conflict', `balance is already ${state}`));
          else expect(act()).toMatchObject({ state: next, updatedAt: LATER });
        });
      }
    }
  });

  describe('requireAcceptsTransactions', () => {
    it('accepts an open balance in the same currency', () => {
      const balance = aBalance();
      expect(requireAcceptsTransactions(balance, USD)).toBe(balance);
    });

    it('checks existence, then state, then currency', () => {
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

  describe('holds and releases', () => {
    const balance = aBalance({ used: true, available: 1_000, held: 30, incoming: 7 });

    it('holds a payment up to the available amount', () => {
      expect(hold(balance, { type: 'payment', amount: 1_000 }, LATER)).toMatchObject({
        available: 0,
        held: 1_030,
        incoming: 7,
      });
      expect(() => hold(balance, { type: 'payment', amount: 1_001 }, LATER)).toThrow(
        refusal('insufficient_funds', 'Insufficient funds: 10.00 USD available, 10.01 USD required.'),
      );
    });

    it.each(['credit', 'refund'] as const)('adds a %s to incoming only', (type) => {
      expect(hold(aBalance(), { type, amount: 9 }, LATER)).toMatchObject({
        available: 0,
        incoming: 9,
        used: true,
      });
    });

    it.each([
      ['the maximum incoming amount', { incoming: MAX_INCOMING - 10 }],
      ['the maximum balance', { available: Number.MAX_SAFE_INTEGER - 19, held: 4, incoming: 5 }],
    ])('rejects a credit above %s', (_, amounts) => {
      const nearLimit = aBalance(amounts);
      expect(hold(nearLimit, { type: 'credit', amount: 10 }, LATER)).toMatchObject({
        incoming: amounts.incoming + 10,
      });
      expect(() => hold(nearLimit, { type: 'credit', amount: 11 }, LATER)).toThrow(
        refusal('invalid_request', 'amount would'),
      );
    });

    it.each([
      ['payment', 'succeeded', { available: 1_000, held: 20, incoming: 7 }],
      ['payment', 'failed', { available: 1_010, held: 20, incoming: 7 }],
      ['payment', 'canceled', { available: 1_010, held: 20, incoming: 7 }],
    ] as const)('releases the hold of a %s that has %s', (type, status, expected) => {
      expect(release(balance, { type, amount: 10 }, status, LATER)).toMatchObject({
        ...expected,
        updatedAt: LATER,
      });
    });

    it.each([
      ['credit', 'succeeded', { available: 1_005, held: 30, incoming: 2 }],
      ['refund', 'succeeded', { available: 1_005, held: 30, incoming: 2 }],
      ['credit', 'failed', { available: 1_000, held: 30, incoming: 2 }],
      ['refund', 'canceled', { available: 1_000, held: 30, incoming: 2 }],
    ] as const)('updates incoming and available for a %s that has %s', (type, status, expected) => {
      expect(release(balance, { type, amount: 5 }, status, LATER)).toMatchObject(expected);
    });
  });

  it('changes its currency until the first transaction', () => {
    expect(changeCurrency(aBalance(), EUR, LATER)).toMatchObject({ currency: 'EUR', updatedAt: LATER });
    const used = aBalance({ used: true });
    expect(changeCurrency(used, USD, LATER)).toBe(used);
    expect(() => changeCurrency(used, EUR, LATER)).toThrow(refusal('invalid_request', 'currency is fixed'));
  });

  describe('closing', () => {
    const { accountId } = aBalance();
    const pending = [
      aTransaction({ accountId, amount: 300 }),
      aTransaction({ accountId, amount: 50, type: 'credit' }),
      aTransaction({ accountId, amount: 20, type: 'refund' }),
    ];
    const balance = aBalance({ accountId, used: true, available: 100, held: 300, incoming: 70 });

    it('cancels pending transactions and keeps the remaining balance', () => {
      const { balance: withoutPending, canceled, events } = cancelPending(balance, pending, LATER);
      expect(closeBalance(withoutPending, LATER)).toMatchObject({
        state: 'closed',
        available: 400,
        held: 0,
        incoming: 0,
      });
      expect(canceled.map(({ status, endedAt }) => ({ status, endedAt }))).toEqual(
        pending.map(() => ({ status: 'canceled', endedAt: LATER })),
      );
      expect(events.map(({ type }) => type)).toEqual(pending.map(() => 'transaction.canceled'));
      expect(events.map((event) => event.balance)).toEqual([
        { available: 400, held: 0, incoming: 70 },
        { available: 400, held: 0, incoming: 20 },
        { available: 400, held: 0, incoming: 0 },
      ]);
    });

    it('never ends a transaction before its creation when the clock is behind', () => {
      const early = addMilliseconds(NOON, -5_000);
      const { balance: withoutPending, canceled } = cancelPending(balance, pending, early);
      expect(canceled.map(({ updatedAt, endedAt }) => [updatedAt, endedAt])).toEqual(
        pending.map(({ updatedAt }) => [updatedAt, updatedAt]),
      );
      expect(closeBalance(withoutPending, early).updatedAt).toEqual(balance.updatedAt);
    });

    it('is rejected while transactions are pending', () => {
      for (const subset of [pending.slice(1), pending.slice(0, 2)]) {
        const { balance: withoutPending } = cancelPending(balance, subset, LATER);
        expect(() => closeBalance(withoutPending, LATER)).toThrow('pending');
      }
    });

    it('is rejected the second time', () => {
      const closed = closeBalance(cancelPending(balance, pending, LATER).balance, LATER);
      expect(() => closeBalance(closed, LATER)).toThrow(refusal('conflict', 'closed'));
    });
  });
});

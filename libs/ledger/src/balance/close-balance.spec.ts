import { describe, expect, it } from '@jest/globals';
import { addMilliseconds } from '@florin/kernel';
import { aBalance, anAccountId, aTransaction, NOON, SteppedClock, TestIds } from '../testing/builders.js';
import { cancelPending } from './close-balance.js';

const AHEAD = addMilliseconds(NOON, 5_000);

describe('closing a balance', () => {
  it('cancels a transfer not before its creation, although its other account was ahead of the clock', () => {
    const balance = aBalance({ used: true, held: 500 });
    const transferId = new TestIds(new SteppedClock(AHEAD)).next('trf');
    const side = aTransaction({ accountId: balance.accountId, transferId, counterpartyId: anAccountId() });
    const { canceled, events, balance: emptied } = cancelPending(balance, [side], NOON);
    expect(canceled).toMatchObject([{ status: 'canceled', endedAt: AHEAD }]);
    expect(events.map(({ type, occurredAt }) => [type, occurredAt])).toEqual([
      ['transaction.canceled', AHEAD],
      ['transfer.canceled', AHEAD],
    ]);
    expect(emptied).toMatchObject({ available: 500, held: 0 });
  });
});

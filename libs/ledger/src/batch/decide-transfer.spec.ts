import { describe, expect, it } from '@jest/globals';
import {
  addMilliseconds,
  type EventId,
  idFromUuid,
  instantOfId,
  sortsAbove,
  uuidV7Source,
} from '@florin/kernel';
import { type Balance, MAX_BALANCE, MAX_INCOMING } from '../balance/balance.js';
import { aBalance, NOON, SteppedClock, TestIds, USD } from '../testing/builders.js';
import type { Transfer } from '../transfer/transfer.js';
import type { Command } from './command.js';
import { decideBatch } from './decide-batch.js';

const AHEAD = addMilliseconds(NOON, 5_000);
const source = aBalance({ used: true, available: 1_000 });

function transfer(
  destination: Balance,
  settle = false,
  newestEvents = new Map<Balance['accountId'], EventId>(),
) {
  const balances = new Map([source, destination].map((balance) => [balance.accountId, balance]));
  const command: Command = {
    kind: 'create_transfer',
    input: {
      fromAccountId: source.accountId,
      toAccountId: destination.accountId,
      amount: 400,
      currency: USD,
      settle,
    },
    idempotentRequest: undefined,
  };
  const state = {
    balances,
    transactions: new Map(),
    refunded: new Map(),
    responses: new Map(),
    newestEvents,
  };
  return decideBatch(state, [command], NOON, new TestIds(new SteppedClock(NOON)));
}

/** An event of a process whose clock is ahead. */
const eventAt = (at: Date): EventId =>
  idFromUuid(
    'evt',
    uuidV7Source(
      () => at.getTime(),
      () => 0,
    )(),
  );

const NO_CHANGES = { balances: [], added: [], changed: [], entries: [], events: [], keys: [] };

describe('a transfer', () => {
  it.each([
    ['frozen', 'invalid_request', { state: 'frozen' }],
    ['closed', 'not_found', { state: 'closed' }],
    ['at its maximum balance', 'invalid_request', { available: MAX_BALANCE - 399 }],
    ['at its maximum of incoming money', 'invalid_request', { incoming: MAX_INCOMING - 399 }],
  ] as const)('holds nothing at the source if the destination is %s', (_, code, changes) => {
    const decision = transfer(aBalance({ used: true, ...changes }));
    expect(decision.result).toMatchObject([{ refused: { code } }]);
    expect(decision.changes).toEqual(NO_CHANGES);
  });

  it('fits exactly into the room that is left at the destination', () => {
    const { changes } = transfer(aBalance({ used: true, available: MAX_BALANCE - 400 }), true);
    expect(changes.balances).toMatchObject([{ available: 600 }, { available: MAX_BALANCE }]);
  });

  describe.each(['source', 'destination'] as const)(
    'when the newest event of its %s is ahead of the clock',
    (which) => {
      const destination = aBalance();
      const { accountId } = which === 'source' ? source : destination;
      const newest = eventAt(AHEAD);
      const { changes, result } = transfer(destination, true, new Map([[accountId, newest]]));
      const [created] = result.map((outcome) => (outcome as { done: { value: Transfer } }).done.value);

      it('has ids above it for that account, and the current time for the other', () => {
        for (const { id, accountId: own, createdAt } of changes.added) {
          expect(sortsAbove(id, newest)).toBe(own === accountId);
          expect(createdAt).toEqual(own === accountId ? AHEAD : NOON);
        }
        expect(sortsAbove(created!.id, newest)).toBe(true);
        expect(created!.createdAt).toEqual(instantOfId(created!.id));
      });

      it('ends at the same time on both sides, not before its creation', () => {
        expect(changes.changed.map(({ endedAt }) => endedAt)).toEqual([AHEAD, AHEAD]);
        expect(created).toMatchObject({ createdAt: AHEAD, endedAt: AHEAD });
        expect(changes.entries.map(({ postedAt }) => postedAt)).toEqual([AHEAD, AHEAD, AHEAD, AHEAD]);
      });

      it('has events in the order of the changes for each account', () => {
        for (const { accountId: own } of changes.added) {
          const events = changes.events.filter((event) => event.accountId === own);
          expect(events.map(({ type }) => type)).toEqual([
            'transaction.created',
            'transfer.created',
            'transaction.succeeded',
            'transfer.succeeded',
          ]);
          expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).sort());
        }
      });
    },
  );
});

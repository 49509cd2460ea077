import { describe, expect, it } from '@jest/globals';
import { addMilliseconds, MINUTE_MS } from '@florin/kernel';
import type { ChargeOutcome } from '../processor/payment-processor.js';
import { aChargingRequest, SequentialIds, NOON } from '../testing/builders.js';
import {
  ATTEMPT_STATUSES,
  type AttemptAction,
  type AttemptStatus,
  startAttempt,
  chargeKeyOf,
  transitionAttempt,
} from './attempt.js';
import { conclude, completeReversal } from './outcome.js';
import { close } from './payment-request.js';

const LATER = addMilliseconds(NOON, MINUTE_MS);
const creditId = new SequentialIds().next('txn');
const APPROVED: ChargeOutcome = { kind: 'approved' };
const DECLINED: ChargeOutcome = { kind: 'declined', reason: 'insufficient_funds' };

describe('payment attempt', () => {
  it('is numbered within its request, and the number is part of its charge key', () => {
    const { request, attempt } = aChargingRequest();
    expect(attempt.number).toBe(1);
    expect(chargeKeyOf(attempt)).toBe(`${request.id}.1`);
    const again = startAttempt({ ...request, charging: false }, { brand: 'visa', last4: '4242' }, LATER);
    expect(chargeKeyOf(again.attempt)).toBe(`${request.id}.2`);
  });

  it('is not started while another is open or after the request has ended', () => {
    const { request } = aChargingRequest();
    const refused = { code: 'conflict', message: expect.stringContaining('cannot be paid now') };
    expect(() => startAttempt(request, { brand: 'visa', last4: '4242' }, LATER)).toThrow(
      expect.objectContaining(refused),
    );
    const ended = { ...request, charging: false, status: 'canceled' } as const;
    expect(() => startAttempt(ended, { brand: 'visa', last4: '4242' }, LATER)).toThrow(
      expect.objectContaining(refused),
    );
  });

  it('does not end before its start when the clock is behind', () => {
    const { attempt } = aChargingRequest();
    expect(transitionAttempt(attempt, 'fail', addMilliseconds(NOON, -MINUTE_MS)).endedAt).toEqual(
      attempt.startedAt,
    );
  });

  it('allows only the transitions of the state machine', () => {
    const NEXT: Partial<Record<AttemptStatus, Partial<Record<AttemptAction, AttemptStatus>>>> = {
      started: {
        approve: 'approved',
        decline: 'declined',
        fail: 'failed',
        void: 'voided',
        reverse: 'reversing',
      },
      reversing: { complete_reversal: 'reversed' },
    };
    const actions: AttemptAction[] = ['approve', 'decline', 'fail', 'void', 'reverse', 'complete_reversal'];
    for (const status of ATTEMPT_STATUSES) {
      for (const action of actions) {
        const act = () => transitionAttempt({ ...aChargingRequest().attempt, status }, action, LATER);
        const next = NEXT[status]?.[action];
        if (next === undefined) {
          expect(act).toThrow(expect.objectContaining({ code: 'conflict' }));
          expect(act).toThrow(`is already ${status}`);
        } else {
          expect(act()).toMatchObject({ status: next, endedAt: next === 'reversing' ? undefined : LATER });
        }
      }
    }
  });
});

describe('outcome of an attempt', () => {
  it('approved: pays the request, and the event names the credit and the card', () => {
    const { request, attempt } = aChargingRequest();
    const concluded = conclude(request, attempt, APPROVED, creditId, LATER);
    expect(concluded.request).toMatchObject({
      status: 'succeeded',
      transactionId: creditId,
      charging: false,
    });
    expect(concluded.attempt).toMatchObject({ status: 'approved', endedAt: LATER });
    expect(concluded.events.map(({ type, data }) => [type, data['transaction_id'], data['card']])).toEqual([
      ['payment_request.succeeded', creditId, { brand: 'visa', last4: '4242' }],
    ]);
  });

  it('declined: counts, and the fifth decline fails the request', () => {
    let { request, attempt } = aChargingRequest();
    for (let declines = 1; declines <= 5; declines++) {
      const concluded = conclude(request, attempt, DECLINED, undefined, LATER);
      expect(concluded.request).toMatchObject({ declines, status: declines === 5 ? 'failed' : 'pending' });
      expect(concluded.attempt).toMatchObject({ status: 'declined', declineReason: 'insufficient_funds' });
      const card = { brand: attempt.brand, last4: attempt.last4 };
      expect(concluded.events).toMatchObject([
        { type: 'payment_request.declined', data: { declines, reason: 'insufficient_funds', card } },
        ...(declines === 5 ? [{ type: 'payment_request.failed', data: { declines, status: 'failed' } }] : []),
      ]);
      if (declines < 5)
        ({ request, attempt } = startAttempt(concluded.request, { brand: 'visa', last4: '0002' }, LATER));
    }
  });

  it.each(['failed', 'voided'] as const)(
    '%s: does not count as a decline, and the customer can retry',
    (kind) => {
      const { request, attempt } = aChargingRequest();
      const concluded = conclude(request, attempt, { kind }, undefined, LATER);
      expect(concluded.request).toMatchObject({ status: 'pending', declines: 0, charging: false });
      expect(concluded.request.updatedAt).toEqual(LATER);
      expect(concluded.attempt.status).toBe(kind);
      expect(concluded.events).toEqual([]);
    },
  );

  it('approved after the account was closed: is reversed before the attempt ends', () => {
    const { request, attempt } = aChargingRequest();
    const closed = close(request, LATER).state;
    const reversing = conclude(closed, attempt, APPROVED, undefined, addMilliseconds(LATER, MINUTE_MS));
    expect(reversing.attempt).toMatchObject({ status: 'reversing', endedAt: undefined });
    expect(reversing.request).toMatchObject({ status: 'canceled', charging: true });

    const reversed = completeReversal(
      reversing.request,
      reversing.attempt,
      addMilliseconds(LATER, 2 * MINUTE_MS),
    );
    expect(reversed.attempt.status).toBe('reversed');
    expect(reversed.request).toMatchObject({ status: 'canceled', charging: false, updatedAt: LATER });
    expect(reversed.events.map(({ type }) => type)).toEqual(['payment_request.reversed']);
  });

  it('declined after the account was closed: only ends the charge', () => {
    const { request, attempt } = aChargingRequest();
    const closed = close(request, LATER).state;
    const concluded = conclude(closed, attempt, DECLINED, undefined, LATER);
    expect(concluded.request).toMatchObject({ status: 'canceled', declines: 0, charging: false });
    expect(concluded.events).toEqual([]);
  });
});

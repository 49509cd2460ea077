import { describe, expect, it } from '@jest/globals';
import { DAY_MS, later, MINUTE_MS, SECOND_MS } from '@florin/kernel';
import { aChargingRequest, aNewRequest, aPaymentRequest, CountedIds, NOON } from '../testing/builders.js';
import {
  cancel,
  close,
  create,
  expire,
  isDue,
  moved,
  PAYMENT_REQUEST_STATUSES,
  type PaymentRequestAction,
  TRANSITIONS,
} from './payment-request.js';

const ids = new CountedIds();
const created = (expiresAt?: Date) => create(ids.next('pay'), aNewRequest({ expiresAt }), NOON).thing;

describe('a payment request', () => {
  it('starts pending, lives a day unless told otherwise, and says so in an event', () => {
    const { thing, events } = create(ids.next('pay'), aNewRequest(), NOON);
    expect(thing).toMatchObject({ status: 'pending', declines: 0, attempts: 0, charging: false });
    expect(thing.expiresAt).toEqual(later(NOON, DAY_MS));
    expect(events).toEqual([
      {
        type: 'payment_request.created',
        accountId: thing.accountId,
        subjectId: thing.id,
        data: {
          amount: 7500,
          currency: 'USD',
          status: 'pending',
          reference: 'INV-1',
          customer_email: 'grace@example.com',
        },
      },
    ]);
  });

  it('takes an end of 5 minutes to 30 days ahead and refuses any other', () => {
    for (const ahead of [5 * MINUTE_MS, DAY_MS, 30 * DAY_MS]) {
      expect(created(later(NOON, ahead)).expiresAt).toEqual(later(NOON, ahead));
    }
    for (const ahead of [-DAY_MS, 0, 4 * MINUTE_MS, 30 * DAY_MS + MINUTE_MS]) {
      expect(() => created(later(NOON, ahead))).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    }
  });

  it('forgives the seconds that a request was on its way', () => {
    expect(() => created(later(NOON, 5 * MINUTE_MS - 3 * SECOND_MS))).not.toThrow();
  });

  it('leaves pending by the arrows of its table and by no other way', () => {
    const actions = Object.keys(TRANSITIONS.transitions.pending) as PaymentRequestAction[];
    expect(actions).toHaveLength(6);
    for (const status of PAYMENT_REQUEST_STATUSES) {
      for (const action of actions) {
        const act = () => moved(aPaymentRequest({ status }), action, {}, NOON);
        const next = TRANSITIONS.transitions[status][action];
        if (next === undefined) expect(act).toThrow(expect.objectContaining({ code: 'not_cancellable' }));
        else expect(act().status).toBe(next);
      }
    }
  });

  it('keeps who ended it and when, and never ends before it began', () => {
    const ended = later(NOON, MINUTE_MS);
    expect(cancel(aPaymentRequest(), ended).thing).toMatchObject({
      status: 'canceled',
      cancelReason: 'requested',
      canceledAt: ended,
      updatedAt: ended,
    });
    expect(expire(aPaymentRequest(), ended).thing.cancelReason).toBe('expired');
    expect(close(aPaymentRequest(), ended).thing.cancelReason).toBe('account_closed');
    expect(cancel(aPaymentRequest(), later(NOON, -MINUTE_MS)).thing.canceledAt).toEqual(NOON);
  });

  it('cannot be canceled while a card is being charged, but closes with its account', () => {
    const { request } = aChargingRequest();
    expect(() => cancel(request, NOON)).toThrow(expect.objectContaining({ code: 'not_cancellable' }));
    expect(close(request, NOON).thing).toMatchObject({ status: 'canceled', charging: true });
  });

  it('is due when its time is over, it is pending and nobody is paying', () => {
    const after = later(NOON, 2 * DAY_MS);
    expect(isDue(aPaymentRequest(), NOON)).toBe(false);
    expect(isDue(aPaymentRequest(), after)).toBe(true);
    expect(isDue(aChargingRequest().request, after)).toBe(false);
    expect(isDue(aPaymentRequest({ status: 'succeeded' }), after)).toBe(false);
  });
});

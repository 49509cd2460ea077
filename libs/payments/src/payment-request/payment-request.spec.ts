import { describe, expect, it } from '@jest/globals';
import { DAY_MS, addMilliseconds, MINUTE_MS, SECOND_MS } from '@florin/kernel';
import { aChargingRequest, aNewRequest, aPaymentRequest, SequentialIds, NOON } from '../testing/builders.js';
import {
  cancel,
  close,
  create,
  expire,
  isDue,
  transitionRequest,
  PAYMENT_REQUEST_STATUSES,
  type PaymentRequestAction,
  supersede,
} from './payment-request.js';

const ids = new SequentialIds();
const created = (expiresAt?: Date) => create(ids.next('pay'), aNewRequest({ expiresAt }), NOON).state;

describe('payment request', () => {
  it('starts pending with a default lifetime of one day, and emits an event', () => {
    const { state, events } = create(ids.next('pay'), aNewRequest(), NOON);
    expect(state).toMatchObject({ status: 'pending', declines: 0, attempts: 0, charging: false });
    expect(state.expiresAt).toEqual(addMilliseconds(NOON, DAY_MS));
    expect(events).toEqual([
      {
        type: 'payment_request.created',
        accountId: state.accountId,
        subjectId: state.id,
        data: {
          amount: 7500,
          currency: 'USD',
          status: 'pending',
          reference: 'INV-1',
          customer_email: 'grace@example.com',
          metadata: {},
          expires_at: addMilliseconds(NOON, DAY_MS).toISOString(),
        },
      },
    ]);
  });

  it.each([0, -7500, 0.5, NaN])('refuses the amount %p', (amount) => {
    expect(() => create(ids.next('pay'), aNewRequest({ amount }), NOON)).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });

  it('names its subscription in the event', () => {
    const subscriptionId = ids.next('sub');
    const { events } = create(ids.next('pay'), aNewRequest({ subscriptionId }), NOON);
    expect(events[0]?.data).toMatchObject({ subscription_id: subscriptionId });
  });

  it('accepts an expiry between 5 minutes and 30 days and refuses any other', () => {
    for (const ahead of [5 * MINUTE_MS, DAY_MS, 30 * DAY_MS]) {
      expect(created(addMilliseconds(NOON, ahead)).expiresAt).toEqual(addMilliseconds(NOON, ahead));
    }
    for (const ahead of [-DAY_MS, 0, 4 * MINUTE_MS, 30 * DAY_MS + MINUTE_MS]) {
      expect(() => created(addMilliseconds(NOON, ahead))).toThrow(
        expect.objectContaining({ code: 'invalid_request' }),
      );
      expect(() => created(addMilliseconds(NOON, ahead))).toThrow(/^expires_at/);
    }
  });

  it.each([
    ['minimum', 5 * MINUTE_MS - 5 * SECOND_MS, -1],
    ['maximum', 30 * DAY_MS + 5 * SECOND_MS, 1],
  ])('tolerates five seconds of clock skew at the %s lifetime', (_, ahead, tooFar) => {
    expect(created(addMilliseconds(NOON, ahead)).expiresAt).toEqual(addMilliseconds(NOON, ahead));
    expect(() => created(addMilliseconds(NOON, ahead + tooFar))).toThrow(/^expires_at/);
  });

  it('leaves pending once and keeps its final status', () => {
    const ENDS: Record<PaymentRequestAction, string> = {
      decline: 'pending',
      pay: 'succeeded',
      exhaust: 'failed',
      cancel: 'canceled',
      expire: 'canceled',
      supersede: 'canceled',
      close: 'canceled',
    };
    for (const status of PAYMENT_REQUEST_STATUSES) {
      for (const [action, end] of Object.entries(ENDS)) {
        const act = () =>
          transitionRequest(aPaymentRequest({ status }), action as PaymentRequestAction, {}, NOON);
        if (status === 'pending') {
          expect(act().status).toBe(end);
          continue;
        }
        expect(act).toThrow(expect.objectContaining({ code: 'not_cancellable' }));
        expect(act).toThrow(
          `The payment request has already ${status === 'canceled' ? 'been canceled' : status}.`,
        );
      }
    }
  });

  it('records the reason and time of its cancellation, never before its creation', () => {
    const ended = addMilliseconds(NOON, MINUTE_MS);
    expect(cancel(aPaymentRequest(), ended).state).toMatchObject({
      status: 'canceled',
      cancelReason: 'requested',
      canceledAt: ended,
      updatedAt: ended,
    });
    expect(expire(aPaymentRequest(), ended).state.cancelReason).toBe('expired');
    expect(close(aPaymentRequest(), ended).state.cancelReason).toBe('account_closed');
    expect(cancel(aPaymentRequest(), addMilliseconds(NOON, -MINUTE_MS)).state.canceledAt).toEqual(NOON);
  });

  it('cannot be canceled while a card is being charged, but is closed with its account', () => {
    const { request } = aChargingRequest();
    expect(() => cancel(request, NOON)).toThrow(expect.objectContaining({ code: 'not_cancellable' }));
    expect(() => cancel(request, NOON)).toThrow('charge for this payment request is in progress');
    expect(close(request, NOON).state).toMatchObject({ status: 'canceled', charging: true });
  });

  it('is superseded when its period was paid with another request, also while a card is being charged', () => {
    const { state, events } = supersede(aChargingRequest().request, NOON);
    expect(state).toMatchObject({ status: 'canceled', cancelReason: 'superseded', charging: true });
    expect(events).toMatchObject([{ type: 'payment_request.canceled', data: { reason: 'superseded' } }]);
  });

  it('is due when it has expired, is pending and no charge is in progress', () => {
    const after = addMilliseconds(NOON, 2 * DAY_MS);
    expect(isDue(aPaymentRequest(), NOON)).toBe(false);
    expect(isDue(aPaymentRequest(), addMilliseconds(NOON, DAY_MS - 1))).toBe(false);
    expect(isDue(aPaymentRequest(), addMilliseconds(NOON, DAY_MS))).toBe(true);
    expect(isDue(aPaymentRequest(), after)).toBe(true);
    expect(isDue(aChargingRequest().request, after)).toBe(false);
    expect(isDue(aPaymentRequest({ status: 'succeeded' }), after)).toBe(false);
  });
});

import { describe, expect, it } from '@jest/globals';
import { DAY_MS, DomainError, addMilliseconds, MINUTE_MS, transition } from '@florin/kernel';
import fc from 'fast-check';
import { NOON } from '../testing/builders.js';
import { aNewSubscription, aPaymentId, aSubscription } from '../testing/subscription-builders.js';
import { create, MIN_LIFETIME_MS } from '../payment-request/payment-request.js';
import { INTERVALS } from './period.js';
import {
  advance,
  BILLED_STATUSES,
  cancel,
  dueAt,
  pause,
  pay,
  resume,
  start,
  type Subscription,
  SUBSCRIPTION_STATE_MACHINE,
  SUBSCRIPTION_STATUSES,
  type SubscriptionAction,
} from './subscription.js';

const AFTER = addMilliseconds(NOON, MINUTE_MS);
const ofStatus = (status: Subscription['status']) => aSubscription({ status });
const billOf = ({ latestPaymentId, period }: Subscription) => ({
  paymentId: latestPaymentId,
  period: period.number,
});
const paid = (subscription: Subscription, now: Date) => pay(subscription, billOf(subscription), now).state;
const typesOf = (decision: { events: readonly { type: string }[] } | undefined) =>
  decision?.events.map(({ type }) => type);

describe('the life of a subscription', () => {
  const EXPECTED: Record<Subscription['status'], Partial<Record<SubscriptionAction, string>>> = {
    active: { renew: 'active', lapse: 'past_due', pay: 'active', pause: 'paused', cancel: 'canceled' },
    past_due: { renew: 'active', lapse: 'past_due', pay: 'active', pause: 'paused', cancel: 'canceled' },
    paused: { pay: 'paused', resume: 'active', cancel: 'canceled' },
    canceled: {},
  };
  const actions: SubscriptionAction[] = ['renew', 'lapse', 'pay', 'pause', 'resume', 'cancel'];
  const walk = SUBSCRIPTION_STATUSES.flatMap((state) => actions.map((action) => [state, action] as const));

  it.each(walk)('%s and %s leads where it should or is refused', (state, action) => {
    const take = () =>
      transition(SUBSCRIPTION_STATE_MACHINE, state, action, () => new DomainError('conflict', 'no'));
    const expected = EXPECTED[state][action];
    if (expected === undefined) expect(take).toThrow(DomainError);
    else expect(take()).toBe(expected);
  });
});

describe('starting', () => {
  it.each([0, -7500, 0.5, NaN])('asks for no amount of %p', (amount) => {
    const { id } = aSubscription();
    expect(() => start(id, aPaymentId(), aNewSubscription({ amount }), NOON)).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });

  it('begins the first period at once and asks for it until its end', () => {
    const input = aNewSubscription({ interval: 'week' });
    const { id, latestPaymentId } = aSubscription();
    const { state, events, bill } = start(id, latestPaymentId, input, NOON);
    const endAt = addMilliseconds(NOON, 7 * DAY_MS);
    expect(state).toMatchObject({ id, status: 'active', latestPaymentId, paidAt: undefined });
    expect(state.period).toEqual({ number: 1, startAt: NOON, endAt });
    expect(bill).toMatchObject({ subscriptionId: id, period: 1, window: 1, paymentId: latestPaymentId });
    expect(bill.request).toMatchObject({
      amount: 1900,
      reference: 'PLAN-1',
      subscriptionId: id,
      expiresAt: endAt,
    });
    expect(events).toEqual([
      {
        type: 'subscription.created',
        accountId: input.accountId,
        subjectId: id,
        data: {
          status: 'active',
          period: { number: 1, start: NOON.toISOString(), end: endAt.toISOString() },
          amount: 1900,
          currency: input.currency,
          interval: 'week',
          customer_email: input.customerEmail,
          reference: 'PLAN-1',
          metadata: input.metadata,
          payment_id: latestPaymentId,
        },
      },
    ]);
  });
});

describe('a period that ends', () => {
  it.each(BILLED_STATUSES)('was paid: one that is %s renews and asks for the next', (status) => {
    const before = paid(aSubscription({ status }), AFTER);
    const paymentId = aPaymentId();
    const decision = advance(before, paymentId, before.period.endAt);
    expect(decision?.state).toMatchObject({
      status: 'active',
      paidAt: undefined,
      latestPaymentId: paymentId,
    });
    expect(decision?.state.period).toMatchObject({ number: 2, startAt: before.period.endAt });
    expect(decision?.bill).toMatchObject({ period: 2, window: 1, paymentId });
    expect(typesOf(decision)).toEqual(['subscription.renewed']);
  });

  it.each(BILLED_STATUSES)(
    'was not paid: one that is %s is past_due and still asks for the next',
    (status) => {
      const before = aSubscription({ status });
      const decision = advance(before, aPaymentId(), before.period.endAt);
      expect(decision?.state).toMatchObject({ status: 'past_due', period: { number: 2 } });
      expect(typesOf(decision)).toEqual(['subscription.past_due', 'subscription.renewed']);
      expect(decision?.events[0]?.data).toMatchObject({ period: { number: 1 } });
      expect(decision?.bill.period).toBe(2);
    },
  );

  it.each(['paused', 'canceled'] as const)('asks for nothing when it is %s', (status) => {
    expect(advance(ofStatus(status), aPaymentId(), addMilliseconds(NOON, 400 * DAY_MS))).toBeUndefined();
  });

  it('is billed once: what was just billed is not due', () => {
    const endAt = aSubscription().period.endAt;
    const { state } = advance(aSubscription(), aPaymentId(), endAt)!;
    expect(advance(state, aPaymentId(), endAt)).toBeUndefined();
  });
});

describe('a long absence', () => {
  it('is over for one that was changed last by a clock that was days ahead', () => {
    const changed = paid(aSubscription({ interval: 'day' }), addMilliseconds(NOON, 9 * DAY_MS));
    const { state, bill } = advance(changed, aPaymentId(), addMilliseconds(NOON, 3 * DAY_MS))!;
    expect(() => create(bill.paymentId, bill.request, state.updatedAt)).not.toThrow();
  });

  it('is followed by one request for the period that is now', () => {
    const before = paid(aSubscription({ interval: 'day' }), AFTER);
    const now = addMilliseconds(NOON, 10 * DAY_MS + MINUTE_MS);
    const decision = advance(before, aPaymentId(), now);
    expect(decision?.state).toMatchObject({ status: 'active', period: { number: 11 } });
    expect(decision?.events[0]?.data).toMatchObject({ skipped_periods: 9 });
    expect(advance(decision!.state, aPaymentId(), now)).toBeUndefined();
  });

  it('leaves the customer five minutes to pay when the period is all but over', () => {
    const before = aSubscription({ interval: 'day' });
    const now = addMilliseconds(before.period.endAt, DAY_MS - 1);
    expect(advance(before, aPaymentId(), now)?.bill.request.expiresAt).toEqual(
      addMilliseconds(now, 5 * MINUTE_MS),
    );
  });
});

describe('a period longer than a request may live', () => {
  it('is asked for anew every thirty days until it is paid, and stays active meanwhile', () => {
    let subscription = aSubscription({ interval: 'year' });
    const asked = [subscription.window.number];
    for (let day = 30; day < 365; day += 30) {
      const now = addMilliseconds(NOON, day * DAY_MS);
      const decision = advance(subscription, aPaymentId(), now);
      expect(typesOf(decision)).toEqual(['subscription.reminded']);
      subscription = decision!.state;
      expect(subscription).toMatchObject({ status: 'active', period: { number: 1 } });
      asked.push(decision!.bill.window);
    }
    expect(asked).toEqual(Array.from({ length: 13 }, (_, index) => index + 1));
    expect(advance(subscription, aPaymentId(), subscription.period.endAt)?.state.status).toBe('past_due');
  });

  it('is left alone once it is paid, until it ends', () => {
    const subscription = paid(aSubscription({ interval: 'year' }), AFTER);
    expect(dueAt(subscription)).toEqual(subscription.period.endAt);
    expect(
      advance(subscription, aPaymentId(), addMilliseconds(subscription.period.endAt, -1)),
    ).toBeUndefined();
  });
});

describe('paying', () => {
  it('brings a subscription out of arrears with the request of the current or of an earlier period', () => {
    const before = ofStatus('past_due');
    expect(paid(before, AFTER)).toMatchObject({ status: 'active', paidAt: AFTER });
    const earlier = { paymentId: aPaymentId(), period: before.period.number - 1 };
    expect(pay(before, earlier, AFTER).state).toMatchObject({ status: 'active', paidAt: undefined });
  });

  it('counts for the period that the request was issued for, although a later request asks for it too', () => {
    const first = aSubscription({ interval: 'year' });
    const reminded = advance(first, aPaymentId(), first.window.endAt)!.state;
    const { state } = pay(reminded, billOf(first), addMilliseconds(first.window.endAt, MINUTE_MS));
    expect(state.paidAt).toEqual(addMilliseconds(first.window.endAt, MINUTE_MS));
    expect(dueAt(state)).toEqual(first.period.endAt);
  });

  it('tells of which period it was', () => {
    const first = aSubscription();
    const next = advance(first, aPaymentId(), first.period.endAt)!.state;
    const { events } = pay(next, billOf(first), addMilliseconds(first.period.endAt, MINUTE_MS));
    const { number, startAt, endAt } = first.period;
    const period = { number, start: startAt.toISOString(), end: endAt.toISOString() };
    expect(events).toMatchObject([{ type: 'subscription.paid', data: { period, status: 'active' } }]);
  });

  it('is noted by a paused subscription, which stays paused', () => {
    expect(paid(ofStatus('paused'), AFTER)).toMatchObject({ status: 'paused', paidAt: AFTER });
  });

  it('is never older than what was done before it, when the clock that notes it is behind', () => {
    const before = aSubscription({ updatedAt: AFTER });
    expect(paid(before, NOON)).toMatchObject({ paidAt: AFTER, updatedAt: AFTER });
  });

  it('changes nothing once it is canceled', () => {
    const before = ofStatus('canceled');
    expect(pay(before, billOf(before), AFTER)).toEqual({ state: before, events: [] });
  });
});

describe('pausing and resuming', () => {
  it.each(BILLED_STATUSES)('pauses one that is %s', (status) => {
    const { state, events } = pause(ofStatus(status), AFTER);
    expect(state).toMatchObject({ status: 'paused', updatedAt: AFTER });
    expect(events).toMatchObject([{ type: 'subscription.paused', data: { from: status } }]);
  });

  it('leaves no trace when it is paused already', () => {
    const paused = ofStatus('paused');
    expect(pause(paused, AFTER)).toEqual({ state: paused, events: [] });
  });

  it('begins a new period with the resuming and counts on from there', () => {
    const now = new Date('2026-08-31T08:00:00.000Z');
    const decision = resume(ofStatus('paused'), aPaymentId(), now);
    const { state, events } = decision;
    expect(state).toMatchObject({ status: 'active', period: { number: 2, startAt: now }, paidAt: undefined });
    expect(decision).toMatchObject({ bill: { period: 2, window: 1 } });
    expect(typesOf({ events })).toEqual(['subscription.resumed']);
    const next = advance(paid(state, now), aPaymentId(), state.period.endAt)!.state;
    expect(next.period).toMatchObject({ number: 3, startAt: new Date('2026-09-30T08:00:00.000Z') });
    expect(next.period.endAt).toEqual(new Date('2026-10-31T08:00:00.000Z'));
  });

  it('asks for nothing when the period that it comes back into is paid', () => {
    const subscription = paid(aSubscription(), AFTER);
    const paused = pause(subscription, addMilliseconds(NOON, DAY_MS)).state;
    const back = resume(paused, aPaymentId(), addMilliseconds(NOON, 2 * DAY_MS));
    const { period, paidAt, latestPaymentId } = subscription;
    expect(back.state).toMatchObject({ status: 'active', period, paidAt, latestPaymentId });
    expect(back).not.toHaveProperty('bill');
    expect(advance(back.state, aPaymentId(), addMilliseconds(NOON, 3 * DAY_MS))).toBeUndefined();
    expect(advance(back.state, aPaymentId(), period.endAt)).toMatchObject({ bill: { period: 2 } });
  });

  it('begins a new period when the paid one has run out', () => {
    const paused = pause(paid(aSubscription(), AFTER), AFTER).state;
    expect(resume(paused, aPaymentId(), paused.period.endAt)).toMatchObject({ bill: { period: 2 } });
  });

  it.each(['active', 'past_due', 'canceled'] as const)('refuses to resume one that is %s', (status) => {
    const resuming = () => resume(ofStatus(status), aPaymentId(), AFTER);
    expect(resuming).toThrow(expect.objectContaining({ code: 'conflict' }));
    expect(resuming).toThrow(status === 'past_due' ? 'active again once it is paid' : `is ${status}, and`);
  });

  it('asks for what the customer has time to pay, though the clock that noted the pause was days ahead', () => {
    const paused = pause(aSubscription({ interval: 'day' }), addMilliseconds(NOON, 2 * DAY_MS)).state;
    const { state, bill } = resume(paused, aPaymentId(), AFTER);
    expect(state.period).toMatchObject({ startAt: AFTER, endAt: addMilliseconds(AFTER, DAY_MS) });
    // The request is dated like the change that it belongs to, which is never before the one before it.
    const request = create(bill!.paymentId, bill!.request, state.updatedAt).state;
    expect(request.expiresAt).toEqual(addMilliseconds(state.updatedAt, MIN_LIFETIME_MS));
  });

  it('refuses to pause one that is canceled', () => {
    expect(() => pause(ofStatus('canceled'), AFTER)).toThrow(expect.objectContaining({ code: 'conflict' }));
  });
});

describe('canceling', () => {
  it.each(['active', 'past_due', 'paused'] as const)('ends one that is %s', (status) => {
    const { state, events } = cancel(ofStatus(status), AFTER);
    expect(state).toMatchObject({ status: 'canceled', canceledAt: AFTER, updatedAt: AFTER });
    expect(events).toMatchObject([{ type: 'subscription.canceled', data: { from: status } }]);
  });

  it('happens once', () => {
    const again = () => cancel(ofStatus('canceled'), AFTER);
    expect(again).toThrow(expect.objectContaining({ code: 'not_cancellable' }));
  });
});

describe('whatever happens in whatever order', () => {
  const anyStep = fc.oneof(
    fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 0, max: 800 }) }),
    fc.record({ kind: fc.constantFrom('pay' as const, 'pause' as const, 'resume' as const) }),
  );

  it('no place in time is billed twice, periods only move on, and a request never lives longer than it may', () => {
    fc.assert(
      fc.property(fc.constantFrom(...INTERVALS), fc.array(anyStep, { maxLength: 30 }), (interval, steps) => {
        let now = NOON;
        const first = start(aSubscription().id, aPaymentId(), aNewSubscription({ interval }), now);
        let subscription = first.state;
        const bills = [first.bill];
        for (const move of steps) {
          if (move.kind === 'wait') now = addMilliseconds(now, move.days * DAY_MS);
          if (move.kind === 'pay') subscription = paid(subscription, now);
          if (move.kind === 'pause') subscription = pause(subscription, now).state;
          const decision =
            move.kind === 'resume' && subscription.status === 'paused'
              ? resume(subscription, aPaymentId(), now)
              : advance(subscription, aPaymentId(), now);
          if (decision === undefined) continue;
          expect(decision.state.period.number).toBeGreaterThanOrEqual(subscription.period.number);
          if (decision.bill === undefined) {
            expect(subscription.paidAt).toBeDefined();
            subscription = decision.state;
            continue;
          }
          const life = decision.bill.request.expiresAt!.getTime() - now.getTime();
          expect(life).toBeGreaterThanOrEqual(5 * MINUTE_MS);
          expect(life).toBeLessThanOrEqual(30 * DAY_MS);
          subscription = decision.state;
          bills.push(decision.bill);
        }
        const places = bills.map(({ period, window }) => `${period}/${window}`);
        expect(new Set(places).size).toBe(places.length);
      }),
    );
  });
});

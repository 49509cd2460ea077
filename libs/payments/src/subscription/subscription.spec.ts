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

describe('subscription state machine', () => {
  const EXPECTED: Record<Subscription['status'], Partial<Record<SubscriptionAction, string>>> = {
    active: { renew: 'active', lapse: 'past_due', pay: 'active', pause: 'paused', cancel: 'canceled' },
    past_due: { renew: 'active', lapse: 'past_due', pay: 'active', pause: 'paused', cancel: 'canceled' },
    paused: { pay: 'paused', resume: 'active', cancel: 'canceled' },
    canceled: {},
  };
  const actions: SubscriptionAction[] = ['renew', 'lapse', 'pay', 'pause', 'resume', 'cancel'];
  const pairs = SUBSCRIPTION_STATUSES.flatMap((state) => actions.map((action) => [state, action] as const));

  it.each(pairs)('in state %s, the action %s is allowed or refused as expected', (state, action) => {
    const act = () =>
      transition(SUBSCRIPTION_STATE_MACHINE, state, action, () => new DomainError('conflict', 'no'));
    const expected = EXPECTED[state][action];
    if (expected === undefined) expect(act).toThrow(DomainError);
    else expect(act()).toBe(expected);
  });
});

describe('starting a subscription', () => {
  it.each([0, -7500, 0.5, NaN])('refuses the amount %p', (amount) => {
    const { id } = aSubscription();
    expect(() => start(id, aPaymentId(), aNewSubscription({ amount }), NOON)).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });

  it('starts the first period now and bills it with a request that expires at its end', () => {
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

describe('end of a period', () => {
  it.each(BILLED_STATUSES)('paid: a subscription that is %s renews and bills the next period', (status) => {
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
    'unpaid: a subscription that is %s becomes past_due and bills the next period',
    (status) => {
      const before = aSubscription({ status });
      const decision = advance(before, aPaymentId(), before.period.endAt);
      expect(decision?.state).toMatchObject({ status: 'past_due', period: { number: 2 } });
      expect(typesOf(decision)).toEqual(['subscription.past_due', 'subscription.renewed']);
      expect(decision?.events[0]?.data).toMatchObject({ period: { number: 1 } });
      expect(decision?.bill.period).toBe(2);
    },
  );

  it.each(['paused', 'canceled'] as const)('bills nothing when the subscription is %s', (status) => {
    expect(advance(ofStatus(status), aPaymentId(), addMilliseconds(NOON, 400 * DAY_MS))).toBeUndefined();
  });

  it('bills the next period once', () => {
    const endAt = aSubscription().period.endAt;
    const { state } = advance(aSubscription(), aPaymentId(), endAt)!;
    expect(advance(state, aPaymentId(), endAt)).toBeUndefined();
  });
});

describe('billing after an outage', () => {
  it('works after a change by a clock that was days ahead', () => {
    const changed = paid(aSubscription({ interval: 'day' }), addMilliseconds(NOON, 9 * DAY_MS));
    const { state, bill } = advance(changed, aPaymentId(), addMilliseconds(NOON, 3 * DAY_MS))!;
    expect(() => create(bill.paymentId, bill.request, state.updatedAt)).not.toThrow();
  });

  it('issues one request for the current period', () => {
    const before = paid(aSubscription({ interval: 'day' }), AFTER);
    const now = addMilliseconds(NOON, 10 * DAY_MS + MINUTE_MS);
    const decision = advance(before, aPaymentId(), now);
    expect(decision?.state).toMatchObject({ status: 'active', period: { number: 11 } });
    expect(decision?.events[0]?.data).toMatchObject({ skipped_periods: 9 });
    expect(advance(decision!.state, aPaymentId(), now)).toBeUndefined();
  });

  it('gives the request five minutes when the period is about to end', () => {
    const before = aSubscription({ interval: 'day' });
    const now = addMilliseconds(before.period.endAt, DAY_MS - 1);
    expect(advance(before, aPaymentId(), now)?.bill.request.expiresAt).toEqual(
      addMilliseconds(now, 5 * MINUTE_MS),
    );
  });
});

describe('a period longer than the lifetime of a request', () => {
  it('is billed again every 30 days until it is paid, and stays active', () => {
    let subscription = aSubscription({ interval: 'year' });
    const billedWindows = [subscription.window.number];
    for (let day = 30; day < 365; day += 30) {
      const now = addMilliseconds(NOON, day * DAY_MS);
      const decision = advance(subscription, aPaymentId(), now);
      expect(typesOf(decision)).toEqual(['subscription.reminded']);
      subscription = decision!.state;
      expect(subscription).toMatchObject({ status: 'active', period: { number: 1 } });
      billedWindows.push(decision!.bill.window);
    }
    expect(billedWindows).toEqual(Array.from({ length: 13 }, (_, index) => index + 1));
    expect(advance(subscription, aPaymentId(), subscription.period.endAt)?.state.status).toBe('past_due');
  });

  it('is not billed again after it is paid', () => {
    const subscription = paid(aSubscription({ interval: 'year' }), AFTER);
    expect(dueAt(subscription)).toEqual(subscription.period.endAt);
    expect(
      advance(subscription, aPaymentId(), addMilliseconds(subscription.period.endAt, -1)),
    ).toBeUndefined();
  });
});

describe('paying a subscription', () => {
  it('ends past_due with a request of the current or an earlier period', () => {
    const before = ofStatus('past_due');
    expect(paid(before, AFTER)).toMatchObject({ status: 'active', paidAt: AFTER });
    const earlier = { paymentId: aPaymentId(), period: before.period.number - 1 };
    expect(pay(before, earlier, AFTER).state).toMatchObject({ status: 'active', paidAt: undefined });
  });

  it('pays the period of the request, also when a later request bills the same period', () => {
    const first = aSubscription({ interval: 'year' });
    const reminded = advance(first, aPaymentId(), first.window.endAt)!.state;
    const { state } = pay(reminded, billOf(first), addMilliseconds(first.window.endAt, MINUTE_MS));
    expect(state.paidAt).toEqual(addMilliseconds(first.window.endAt, MINUTE_MS));
    expect(dueAt(state)).toEqual(first.period.endAt);
  });

  it('names the paid period in the event', () => {
    const first = aSubscription();
    const next = advance(first, aPaymentId(), first.period.endAt)!.state;
    const { events } = pay(next, billOf(first), addMilliseconds(first.period.endAt, MINUTE_MS));
    const { number, startAt, endAt } = first.period;
    const period = { number, start: startAt.toISOString(), end: endAt.toISOString() };
    expect(events).toMatchObject([{ type: 'subscription.paid', data: { period, status: 'active' } }]);
  });

  it('is recorded for a paused subscription, which stays paused', () => {
    expect(paid(ofStatus('paused'), AFTER)).toMatchObject({ status: 'paused', paidAt: AFTER });
  });

  it('is not dated before the last change when the clock is behind', () => {
    const before = aSubscription({ updatedAt: AFTER });
    expect(paid(before, NOON)).toMatchObject({ paidAt: AFTER, updatedAt: AFTER });
  });

  it('changes nothing after the subscription was canceled', () => {
    const before = ofStatus('canceled');
    expect(pay(before, billOf(before), AFTER)).toEqual({ state: before, events: [] });
  });
});

describe('pausing and resuming', () => {
  it.each(BILLED_STATUSES)('pauses a subscription that is %s', (status) => {
    const { state, events } = pause(ofStatus(status), AFTER);
    expect(state).toMatchObject({ status: 'paused', updatedAt: AFTER });
    expect(events).toMatchObject([{ type: 'subscription.paused', data: { from: status } }]);
  });

  it('emits no event when it is already paused', () => {
    const paused = ofStatus('paused');
    expect(pause(paused, AFTER)).toEqual({ state: paused, events: [] });
  });

  it('starts a new period and billing cycle when it is resumed', () => {
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

  it('bills nothing when the current period is paid', () => {
    const subscription = paid(aSubscription(), AFTER);
    const paused = pause(subscription, addMilliseconds(NOON, DAY_MS)).state;
    const resumed = resume(paused, aPaymentId(), addMilliseconds(NOON, 2 * DAY_MS));
    const { period, paidAt, latestPaymentId } = subscription;
    expect(resumed.state).toMatchObject({ status: 'active', period, paidAt, latestPaymentId });
    expect(resumed).not.toHaveProperty('bill');
    expect(advance(resumed.state, aPaymentId(), addMilliseconds(NOON, 3 * DAY_MS))).toBeUndefined();
    expect(advance(resumed.state, aPaymentId(), period.endAt)).toMatchObject({ bill: { period: 2 } });
  });

  it('starts a new period when the paid one has ended', () => {
    const paused = pause(paid(aSubscription(), AFTER), AFTER).state;
    expect(resume(paused, aPaymentId(), paused.period.endAt)).toMatchObject({ bill: { period: 2 } });
  });

  it.each(['active', 'past_due', 'canceled'] as const)(
    'refuses to resume a subscription that is %s',
    (status) => {
      const resuming = () => resume(ofStatus(status), aPaymentId(), AFTER);
      expect(resuming).toThrow(expect.objectContaining({ code: 'conflict' }));
      expect(resuming).toThrow(
        status === 'past_due'
          ? 'active again once it is paid'
          : `Cannot resume the subscription: it is ${status}.`,
      );
    },
  );

  it('gives the request its minimum lifetime when the clock of the pause was days ahead', () => {
    const paused = pause(aSubscription({ interval: 'day' }), addMilliseconds(NOON, 2 * DAY_MS)).state;
    const { state, bill } = resume(paused, aPaymentId(), AFTER);
    expect(state.period).toMatchObject({ startAt: AFTER, endAt: addMilliseconds(AFTER, DAY_MS) });
    // The request has the time of the change, which is never before the previous change.
    const request = create(bill!.paymentId, bill!.request, state.updatedAt).state;
    expect(request.expiresAt).toEqual(addMilliseconds(state.updatedAt, MIN_LIFETIME_MS));
  });

  it('refuses to pause a canceled subscription', () => {
    expect(() => pause(ofStatus('canceled'), AFTER)).toThrow(expect.objectContaining({ code: 'conflict' }));
  });
});

describe('canceling a subscription', () => {
  it.each(['active', 'past_due', 'paused'] as const)('cancels a subscription that is %s', (status) => {
    const { state, events } = cancel(ofStatus(status), AFTER);
    expect(state).toMatchObject({ status: 'canceled', canceledAt: AFTER, updatedAt: AFTER });
    expect(events).toMatchObject([{ type: 'subscription.canceled', data: { from: status } }]);
  });

  it('is refused the second time', () => {
    const again = () => cancel(ofStatus('canceled'), AFTER);
    expect(again).toThrow(expect.objectContaining({ code: 'not_cancellable' }));
  });
});

describe('any sequence of actions', () => {
  const anyStep = fc.oneof(
    fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 0, max: 800 }) }),
    fc.record({ kind: fc.constantFrom('pay' as const, 'pause' as const, 'resume' as const) }),
  );

  it('bills no window twice, never moves a period back, and keeps the lifetime limits of requests', () => {
    fc.assert(
      fc.property(fc.constantFrom(...INTERVALS), fc.array(anyStep, { maxLength: 30 }), (interval, steps) => {
        let now = NOON;
        const first = start(aSubscription().id, aPaymentId(), aNewSubscription({ interval }), now);
        let subscription = first.state;
        const bills = [first.bill];
        for (const step of steps) {
          if (step.kind === 'wait') now = addMilliseconds(now, step.days * DAY_MS);
          if (step.kind === 'pay') subscription = paid(subscription, now);
          if (step.kind === 'pause') subscription = pause(subscription, now).state;
          const decision =
            step.kind === 'resume' && subscription.status === 'paused'
              ? resume(subscription, aPaymentId(), now)
              : advance(subscription, aPaymentId(), now);
          if (decision === undefined) continue;
          expect(decision.state.period.number).toBeGreaterThanOrEqual(subscription.period.number);
          if (decision.bill === undefined) {
            expect(subscription.paidAt).toBeDefined();
            subscription = decision.state;
            continue;
          }
          const lifetimeMs = decision.bill.request.expiresAt!.getTime() - now.getTime();
          expect(lifetimeMs).toBeGreaterThanOrEqual(5 * MINUTE_MS);
          expect(lifetimeMs).toBeLessThanOrEqual(30 * DAY_MS);
          subscription = decision.state;
          bills.push(decision.bill);
        }
        const windows = bills.map(({ period, window }) => `${period}/${window}`);
        expect(new Set(windows).size).toBe(windows.length);
      }),
    );
  });
});

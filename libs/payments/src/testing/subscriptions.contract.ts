import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DAY_MS, MINUTE_MS, type IdempotentRequest } from '@florin/kernel';
import { cancelPausedSubscriptions } from '../subscription/cancel-subscription.js';
import { dueAt, type NewSubscription, type Subscription } from '../subscription/subscription.js';
import { EUR } from './builders.js';
import { HookedProcessor } from './hooked-processor.js';
import { aNewSubscription } from './subscription-builders.js';
import { listing } from './subscription-lists.contract.js';
import { besideAnother, payingLongPeriods, stoppingWhileCharging } from './subscription-payments.contract.js';
import {
  cancelAll,
  type SubscriptionsHarness,
  type SubscriptionsFixture,
  createFixture,
} from './subscriptions.harness.js';

export { SequentialIds, PlainPageSecrets, SteppedClock } from './builders.js';
export { aNewSubscription } from './subscription-builders.js';

/** Contract of every implementation of the subscription stores. */
export function subscriptionsContract(name: string, makeHarness: () => Promise<SubscriptionsHarness>): void {
  describe(`subscriptions on ${name}`, () => {
    const shared = {} as { harness: SubscriptionsHarness };
    beforeAll(async () => {
      shared.harness = await makeHarness();
    });
    const use = (): SubscriptionsFixture => createFixture(shared.harness);
    // Billing reads all subscriptions, so none may remain for the next test.
    afterEach(() => cancelAll(use()));

    describe('creating', () => {
      creating(use);
    });
    describe('billing', () => {
      billing(use);
    });
    describe('paying a long period', () => {
      payingLongPeriods(use);
    });
    describe('pausing and resuming', () => {
      pausing(use);
    });
    describe('stopping while a card is being charged', () => {
      stoppingWhileCharging(use);
    });
    describe('next to another subscription of the account', () => {
      besideAnother(use);
    });
    describe('canceling', () => {
      canceling(use);
    });
    describe('listing', () => {
      listing(use);
    });
  });
}

function creating(use: () => SubscriptionsFixture): void {
  it('stores the subscription with its first request, its bill and its event', async () => {
    const { create, reader, request, bills, events } = use();
    const metadata = { plan: 'gold', nested: { emoji: '🪙' } };
    const subscription = await create({ metadata, reference: undefined, interval: 'year' });
    expect(await reader.find(subscription.id, undefined)).toEqual(subscription);
    expect(await reader.find(subscription.id, subscription.accountId)).toEqual(subscription);
    expect(await request(subscription.latestPaymentId)).toMatchObject({
      accountId: subscription.accountId,
      subscriptionId: subscription.id,
      amount: subscription.amount,
      status: 'pending',
      metadata,
      expiresAt: subscription.window.endAt,
    });
    const paymentId = subscription.latestPaymentId;
    expect(await bills(subscription.id)).toEqual([{ period: 1, window: 1, paymentId }]);
    expect(await events(subscription.id)).toEqual(['subscription.created']);
  });

  it('gives the subscription and its first request the same time', async () => {
    const { create, request, clock } = use();
    const now = jest.spyOn(clock, 'now').mockImplementation(() => clock.advance(1));
    const subscription = await create({});
    now.mockRestore();
    expect((await request(subscription.latestPaymentId)).createdAt).toEqual(subscription.createdAt);
  });

  it('refuses an account that is unknown, inactive or has another currency, and writes nothing', async () => {
    const { createSubscription, openAccount, setAccount, reader, ids } = use();
    const accountId = await openAccount();
    const attempt = (input: Partial<NewSubscription>) =>
      createSubscription.execute(aNewSubscription({ accountId, ...input }));
    await expect(attempt({ accountId: ids.next('acct') })).rejects.toMatchObject({
      code: 'account_not_found',
    });
    await expect(attempt({ currency: EUR })).rejects.toMatchObject({ code: 'invalid_request' });
    await setAccount(accountId, 'inactive');
    await expect(attempt({})).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await reader.list({ accountId }, { limit: 5 })).toEqual({ items: [], hasMore: false });
  });

  it('creates once per idempotency key', async () => {
    const { create, createSubscription, openAccount, reader } = use();
    const accountId = await openAccount();
    const idempotentRequest: IdempotentRequest<Subscription> = {
      principal: accountId,
      accountId,
      path: '/v1/subscriptions',
      key: 'first',
      fingerprint: 'same',
      present: ({ id }) => ({ id }),
    };
    const { id } = await create({ accountId }, idempotentRequest);
    const again = await createSubscription.execute(aNewSubscription({ accountId }), idempotentRequest);
    expect(again).toEqual({ replayed: true, response: { id } });
    expect((await reader.list({ accountId }, { limit: 5 })).items).toHaveLength(1);
  });
}

function billing(use: () => SubscriptionsFixture): void {
  it('bills each month of a year once, including month ends and a leap day', async () => {
    const { create, pay, bill, current, goTo, bills, events } = use();
    goTo(new Date('2027-08-31T10:15:00.000Z'));
    let subscription = await create({ interval: 'month' });
    const starts = [subscription.period.startAt];
    for (let month = 1; month <= 12; month++) {
      await pay(subscription);
      expect(await bill()).toBe(0);
      goTo(subscription.period.endAt);
      expect(await bill()).toBe(1);
      subscription = await current(subscription);
      expect(subscription).toMatchObject({
        status: 'active',
        paidAt: undefined,
        period: { number: month + 1 },
      });
      starts.push(subscription.period.startAt);
    }
    expect(starts.map((start) => start.toISOString())).toEqual(
      ['08-31', '09-30', '10-31', '11-30', '12-31']
        .map((day) => `2027-${day}T10:15:00.000Z`)
        .concat(
          ['01-31', '02-29', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31'].map(
            (day) => `2028-${day}T10:15:00.000Z`,
          ),
        ),
    );
    const billed = (await bills(subscription.id)).map(({ period, window }) => `${period}/${window}`);
    expect(billed).toEqual(Array.from({ length: 13 }, (_, index) => `${index + 1}/1`));
    const paidAndRenewed = Array.from({ length: 12 }, () => ['subscription.paid', 'subscription.renewed']);
    expect(await events(subscription.id)).toEqual(['subscription.created', ...paidAndRenewed.flat()]);
  });

  it('is past_due from an unpaid end on, and active again with the next payment', async () => {
    const { create, pay, bill, current, request, goTo } = use();
    const first = await create({ interval: 'day' });
    goTo(first.period.endAt);
    expect(await bill()).toBe(1);
    const second = await current(first);
    expect(second).toMatchObject({ status: 'past_due', period: { number: 2 } });
    await pay(second);
    expect(await current(first)).toMatchObject({ status: 'active', latestPaymentId: second.latestPaymentId });
    expect(await request(second.latestPaymentId)).toMatchObject({ status: 'succeeded' });
    goTo(second.period.endAt);
    await bill();
    expect(await current(first)).toMatchObject({ status: 'active', period: { number: 3 } });
  });

  it('bills each subscription once when several jobs run concurrently', async () => {
    const { create, openAccount, bill, bills, clock } = use();
    const accountId = await openAccount();
    const subscriptions: Subscription[] = [];
    for (let count = 0; count < 12; count++) subscriptions.push(await create({ accountId, interval: 'day' }));
    clock.advance(DAY_MS);
    const counts = await Promise.all(Array.from({ length: 4 }, () => bill()));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(12);
    for (const { id } of subscriptions) {
      expect((await bills(id)).map(({ period }) => period)).toEqual([1, 2]);
    }
    expect(await bill()).toBe(0);
  });

  it('waits while the account is inactive, and then bills the current period only', async () => {
    const { create, setAccount, bill, bills, current, clock } = use();
    const subscription = await create({ interval: 'day' });
    await setAccount(subscription.accountId, 'inactive');
    clock.advance(4 * DAY_MS);
    await bill();
    expect(await current(subscription)).toEqual(subscription);
    await setAccount(subscription.accountId, 'active');
    await bill();
    expect((await bills(subscription.id)).map(({ period }) => period)).toEqual([1, 5]);
  });

  it('does not bill a subscription whose account was suspended after it was found due', async () => {
    const { create, setAccount, bill, current, reader, clock } = use();
    const subscription = await create({ interval: 'day' });
    clock.advance(DAY_MS);
    jest.spyOn(reader, 'findDue').mockResolvedValueOnce([{ ...subscription, dueAt: dueAt(subscription) }]);
    await setAccount(subscription.accountId, 'inactive');
    expect(await bill()).toBe(0);
    expect(await current(subscription)).toEqual(subscription);
    await setAccount(subscription.accountId, 'active');
    expect(await bill()).toBe(1);
  });

  it('bills an unpaid long period again in each window', async () => {
    const { create, pay, bill, bills, current, request, goTo, clock } = use();
    const first = await create({ interval: 'year' });
    goTo(first.window.endAt);
    expect(await bill()).toBe(1);
    const reminded = await current(first);
    expect(reminded).toMatchObject({ status: 'active', period: { number: 1 }, window: { number: 2 } });
    expect(await request(reminded.latestPaymentId)).toMatchObject({ expiresAt: reminded.window.endAt });
    await pay(reminded);
    clock.advance(100 * DAY_MS);
    expect(await bill()).toBe(0);
    expect(await bills(first.id)).toHaveLength(2);
  });
}

function pausing(use: () => SubscriptionsFixture): void {
  it('cancels the open request and bills nothing until it is resumed', async () => {
    const { create, pause, resume, bill, request, current, clock, events } = use();
    const subscription = await create({ interval: 'day' });
    clock.advance(MINUTE_MS);
    await pause.execute(subscription.id, subscription.accountId);
    expect(await request(subscription.latestPaymentId)).toMatchObject({ status: 'canceled' });
    clock.advance(10 * DAY_MS);
    expect(await bill()).toBe(0);
    const resumed = await resume.execute(subscription.id, undefined);
    expect(resumed).toMatchObject({ status: 'active', period: { number: 2, startAt: clock.now() } });
    expect(await current(subscription)).toEqual(resumed);
    expect(await request(resumed.latestPaymentId)).toMatchObject({ status: 'pending' });
    const expectedEvents = ['subscription.created', 'subscription.paused', 'subscription.resumed'];
    expect(await events(subscription.id)).toEqual(expectedEvents);
  });

  it('writes nothing when there is nothing to change', async () => {
    const { create, pause, resume, current, events } = use();
    const subscription = await create();
    expect(await resume.execute(subscription.id, undefined)).toEqual(subscription);
    const paused = await pause.execute(subscription.id, undefined);
    expect(await pause.execute(subscription.id, undefined)).toEqual(paused);
    expect(await current(subscription)).toEqual(paused);
    expect(await events(subscription.id)).toEqual(['subscription.created', 'subscription.paused']);
  });

  it('completes a payment that is in progress', async () => {
    const { create, pause, pay, request, current } = use();
    const subscription = await create();
    const processor = new HookedProcessor();
    processor.hooks.beforeCharge = async () => {
      await pause.execute(subscription.id, undefined);
    };
    await pay(subscription, processor);
    expect(await request(subscription.latestPaymentId)).toMatchObject({ status: 'succeeded' });
    expect(await current(subscription)).toMatchObject({ status: 'paused' });
    expect((await current(subscription)).paidAt).toBeDefined();
  });

  it('refuses transitions that are not allowed, and unknown subscriptions', async () => {
    const { create, bill, pause, resume, cancel, goTo, openAccount, ids } = use();
    const subscription = await create({ interval: 'day' });
    goTo(subscription.period.endAt);
    await bill();
    const refused = (code: string) => expect.objectContaining({ code });
    await expect(resume.execute(subscription.id, undefined)).rejects.toEqual(refused('conflict'));
    await cancel.execute(subscription.id, undefined);
    await expect(pause.execute(subscription.id, undefined)).rejects.toEqual(refused('conflict'));
    await expect(resume.execute(subscription.id, undefined)).rejects.toEqual(refused('conflict'));
    const otherAccount = await openAccount();
    for (const action of [pause, resume, cancel]) {
      await expect(action.execute(undefined, undefined)).rejects.toEqual(refused('not_found'));
      await expect(action.execute(ids.next('sub'), undefined)).rejects.toEqual(refused('not_found'));
      await expect(action.execute(subscription.id, otherAccount)).rejects.toEqual(refused('not_found'));
    }
  });
}

function canceling(use: () => SubscriptionsFixture): void {
  it('cancels the subscription once, with its open request', async () => {
    const { create, cancel, bill, current, request, clock } = use();
    const subscription = await create({ interval: 'day' });
    const now = clock.advance(MINUTE_MS);
    const canceled = await cancel.execute(subscription.id, undefined);
    expect(canceled).toMatchObject({ status: 'canceled', canceledAt: now });
    expect(await current(subscription)).toEqual(canceled);
    expect(await request(subscription.latestPaymentId)).toMatchObject({ status: 'canceled' });
    const again = cancel.execute(subscription.id, undefined);
    await expect(again).rejects.toMatchObject({ code: 'not_cancellable' });
    clock.advance(DAY_MS);
    expect(await bill()).toBe(0);
  });

  it('leaves no open request when it runs concurrently with billing, pausing and paying', async () => {
    const { create, cancel, pause, bill, pay, bills, request, clock, current } = use();
    for (let round = 0; round < 5; round++) {
      const subscription = await create({ interval: 'day' });
      clock.advance(DAY_MS);
      await bill();
      const due = await current(subscription);
      clock.advance(DAY_MS - MINUTE_MS);
      const { id } = subscription;
      const actions = [cancel.execute(id, undefined), pay(due), bill(), pause.execute(id, undefined), bill()];
      await Promise.allSettled(actions);
      await cancel.execute(id, undefined).catch(() => undefined);
      expect(await current(subscription)).toMatchObject({ status: 'canceled' });
      for (const { paymentId, period } of await bills(id)) {
        if (period > 1) expect((await request(paymentId)).status).not.toBe('pending');
      }
    }
  });

  it('cancels the paused subscriptions of a closed account', async () => {
    const { create, openAccount, pause, cancel, unitOfWork, current, events, clock } = use();
    const accountId = await openAccount();
    const paused: Subscription[] = [];
    for (const reference of ['first', 'second']) {
      const { id } = await create({ accountId, reference });
      paused.push(await pause.execute(id, accountId));
    }
    const ended = await create({ accountId });
    const canceled = await cancel.execute(ended.id, accountId);
    const closedAt = clock.advance(MINUTE_MS);
    await unitOfWork.run(async (stores) => {
      await stores.balances.lock(accountId);
      await cancelPausedSubscriptions(stores, accountId, closedAt);
    });
    for (const subscription of paused) {
      const end = { status: 'canceled', canceledAt: closedAt, updatedAt: closedAt };
      expect(await current(subscription)).toEqual({ ...subscription, ...end });
      expect((await events(subscription.id)).at(-1)).toBe('subscription.canceled');
    }
    expect(await current(ended)).toEqual(canceled);
  });
}

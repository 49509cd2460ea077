import { expect, it } from '@jest/globals';
import { DAY_MS, addMilliseconds, MINUTE_MS, SECOND_MS } from '@florin/kernel';
import { aCard } from './builders.js';
import { DuringCharge, HookedProcessor } from './hooked-processor.js';
import type { SubscriptionsFixture } from './subscriptions.harness.js';

const DECLINED = '4000000000000002';
const FAILING = '4000000000000119';
const SUPERSEDED = { status: 'canceled', cancelReason: 'superseded' };

/** `late` has a request that was issued a minute before the end of its window and outlives it. */
async function issuedLate({ create, bill, current, goTo, clock }: SubscriptionsFixture) {
  const yearly = await create({ interval: 'year' });
  goTo(addMilliseconds(yearly.period.startAt, 60 * DAY_MS - MINUTE_MS));
  await bill();
  const late = await current(yearly);
  clock.advance(2 * MINUTE_MS);
  await bill();
  return { yearly, late };
}

/** A period longer than the lifetime of a request has several requests, and any of them pays it. */
export function payingLongPeriods(use: () => SubscriptionsFixture): void {
  it('is paid by a request of an earlier window whose charge was in progress at the boundary', async () => {
    const { create, pay, bill, current, request, goTo, clock } = use();
    const first = await create({ interval: 'year' });
    goTo(addMilliseconds(first.window.endAt, -SECOND_MS));
    const processor = new HookedProcessor();
    const duringCharge = new DuringCharge(async () => {
      clock.advance(2 * SECOND_MS);
      expect(await bill()).toBe(1);
    });
    processor.hooks.afterCharge = duringCharge.run;
    await pay(first, processor);
    await duringCharge.assertPassed();
    expect(await request(first.latestPaymentId)).toMatchObject({ status: 'succeeded' });
    const after = await current(first);
    expect(after).toMatchObject({ period: { number: 1 }, window: { number: 2 } });
    expect(after.paidAt).toBeDefined();
    expect(await request(after.latestPaymentId)).toMatchObject(SUPERSEDED);
    clock.advance(30 * DAY_MS);
    expect(await bill()).toBe(0);
  });

  it('is paid by a request that was issued late and outlives its window', async () => {
    const { pay, current, request } = use();
    const { yearly, late } = await issuedLate(use());
    await pay(late);
    const after = await current(yearly);
    expect(after.paidAt).toBeDefined();
    expect(await request(after.latestPaymentId)).toMatchObject(SUPERSEDED);
  });

  it('reverses the charge of another window when the period is already paid', async () => {
    const { create, pay, bill, current, request, events, goTo, clock } = use();
    const first = await create({ interval: 'year' });
    goTo(addMilliseconds(first.window.endAt, -SECOND_MS));
    const processor = new HookedProcessor();
    processor.hooks.beforeCharge = async () => {
      processor.hooks.beforeCharge = () => Promise.resolve();
      clock.advance(2 * SECOND_MS);
      await bill();
      await pay(await current(first), processor);
    };
    await pay(first, processor);
    const { latestPaymentId, paidAt, amount } = await current(first);
    expect(paidAt).toBeDefined();
    expect(await request(latestPaymentId)).toMatchObject({ status: 'succeeded' });
    expect(await request(first.latestPaymentId)).toMatchObject({ ...SUPERSEDED, charging: false });
    expect(processor.taken()).toBe(amount);
    const expectedEvents = ['subscription.created', 'subscription.reminded', 'subscription.paid'];
    expect(await events(first.id)).toEqual(expectedEvents);
  });

  it('is not paid by a request of the previous period', async () => {
    const { create, pay, bill, current, request, goTo, clock } = use();
    const first = await create({ interval: 'week' });
    goTo(addMilliseconds(first.period.endAt, -SECOND_MS));
    const processor = new HookedProcessor();
    processor.hooks.afterCharge = async () => {
      clock.advance(2 * SECOND_MS);
      await bill();
    };
    await pay(first, processor);
    const second = await current(first);
    expect(second).toMatchObject({ status: 'active', period: { number: 2 }, paidAt: undefined });
    expect(await request(second.latestPaymentId)).toMatchObject({ status: 'pending' });
  });
}

/** A charge in progress is completed after a pause or cancellation, and no request stays open. */
export function stoppingWhileCharging(use: () => SubscriptionsFixture): void {
  it.each([
    ['pause', 'is declined', DECLINED],
    ['pause', 'fails', FAILING],
    ['cancel', 'is declined', DECLINED],
    ['cancel', 'fails', FAILING],
  ] as const)('cancels the request after a %s when the charge %s', async (act, _, number) => {
    const fixture = use();
    const subscription = await fixture.create();
    const processor = new HookedProcessor();
    processor.hooks.beforeCharge = async () => {
      await fixture[act].execute(subscription.id, undefined);
    };
    await fixture.pay(subscription, processor, aCard(number));
    const { status, charging } = await fixture.request(subscription.latestPaymentId);
    expect({ status, charging }).toEqual({ status: 'canceled', charging: false });
    await expect(fixture.pay(subscription)).rejects.toThrow('canceled');
  });

  it('cancels the request after a pause when the charge did not reach the processor', async () => {
    const { create, pause, pay, request, events } = use();
    const subscription = await create();
    const processor = new HookedProcessor();
    processor.hooks.beforeCharge = async () => {
      await pause.execute(subscription.id, undefined);
      throw new Error('connection refused');
    };
    await pay(subscription, processor);
    expect(await request(subscription.latestPaymentId)).toMatchObject({
      status: 'canceled',
      charging: false,
    });
    expect(await events(subscription.latestPaymentId)).toEqual([
      'payment_request.created',
      'payment_request.canceled',
    ]);
  });

  it('is not resumed before the charge has ended, so that no day is paid twice', async () => {
    const { create, pause, resume, pay, bills, request, current } = use();
    const subscription = await create();
    const processor = new HookedProcessor();
    const resuming = () => resume.execute(subscription.id, undefined);
    const duringCharge = new DuringCharge(async () => {
      await pause.execute(subscription.id, undefined);
      await expect(resuming()).rejects.toMatchObject({ code: 'conflict' });
    });
    processor.hooks.beforeCharge = duringCharge.run;
    await pay(subscription, processor);
    await duringCharge.assertPassed();
    const resumed = await resuming();
    expect(resumed).toMatchObject({ status: 'active', period: { number: 1 } });
    expect(resumed.paidAt).toBeDefined();
    expect(await current(subscription)).toEqual(resumed);
    const issued = await bills(subscription.id);
    const statuses = await Promise.all(
      issued.map(async ({ paymentId }) => (await request(paymentId)).status),
    );
    expect(statuses).toEqual(['succeeded']);
  });

  it('is not resumed before the charge of an earlier window has ended, and cancels the other requests', async () => {
    const { create, pause, resume, pay, bill, current, request, goTo, clock } = use();
    const first = await create({ interval: 'year' });
    goTo(addMilliseconds(first.window.endAt, -SECOND_MS));
    const processor = new HookedProcessor();
    const duringCharge = new DuringCharge(async () => {
      clock.advance(2 * SECOND_MS);
      await bill();
      await pause.execute(first.id, undefined);
      await expect(resume.execute(first.id, undefined)).rejects.toMatchObject({ code: 'conflict' });
    });
    processor.hooks.beforeCharge = duringCharge.run;
    await pay(first, processor);
    await duringCharge.assertPassed();
    const paused = await current(first);
    expect(paused).toMatchObject({ status: 'paused', paidAt: clock.now() });
    expect(await request(paused.latestPaymentId)).toMatchObject({ status: 'canceled' });
  });

  it('cancels a request that outlives its window together with the latest', async () => {
    const { pause, request } = use();
    const { yearly, late } = await issuedLate(use());
    const { latestPaymentId } = await pause.execute(yearly.id, undefined);
    for (const id of [late.latestPaymentId, latestPaymentId]) {
      expect(await request(id)).toMatchObject({ status: 'canceled', cancelReason: 'requested' });
    }
  });

  it('keeps the request pending after a decline when it was not stopped', async () => {
    const { create, pay, request } = use();
    const subscription = await create();
    await pay(subscription, new HookedProcessor(), aCard(DECLINED));
    expect(await request(subscription.latestPaymentId)).toMatchObject({ status: 'pending' });
  });
}

/** Two subscriptions of one account are billed independently. */
export function besideAnother(use: () => SubscriptionsFixture): void {
  it.each(['pay', 'pause', 'cancel'] as const)(
    'keeps its request pending after a %s of the other one',
    async (act) => {
      const fixture = use();
      const one = await fixture.create();
      const other = await fixture.create({ accountId: one.accountId });
      if (act === 'pay') await fixture.pay(one);
      else await fixture[act].execute(one.id, undefined);
      expect((await fixture.request(one.latestPaymentId)).status).not.toBe('pending');
      expect(await fixture.request(other.latestPaymentId)).toMatchObject({ status: 'pending' });
      await fixture.pay(other);
      expect((await fixture.current(other)).paidAt).toBeDefined();
    },
  );

  it('is resumed while a charge for the other one is in progress', async () => {
    const { create, pause, resume, pay } = use();
    const one = await create();
    const other = await create({ accountId: one.accountId });
    await pause.execute(one.id, undefined);
    const processor = new HookedProcessor();
    const duringCharge = new DuringCharge(async () => {
      expect(await resume.execute(one.id, undefined)).toMatchObject({ status: 'active' });
    });
    processor.hooks.beforeCharge = duringCharge.run;
    await pay(other, processor);
    await duringCharge.assertPassed();
  });
}

import { expect, it } from '@jest/globals';
import { DAY_MS, addMilliseconds, MINUTE_MS, SECOND_MS } from '@florin/kernel';
import { aCard } from './builders.js';
import { DuringCharge, HookedProcessor } from './hooked-processor.js';
import type { SubscriptionsFixture } from './subscriptions.harness.js';

const DECLINED = '4000000000000002';
const FAILING = '4000000000000119';
/** What becomes of a request whose period was paid with another one. */
const SUPERSEDED = { status: 'canceled', cancelReason: 'superseded' };

/** A minute after a window began, the subscription as it was a minute before: its request then is open for a while. */
async function issuedLate({ create, bill, current, goTo, clock }: SubscriptionsFixture) {
  const yearly = await create({ interval: 'year' });
  goTo(addMilliseconds(yearly.period.startAt, 60 * DAY_MS - MINUTE_MS));
  await bill();
  const late = await current(yearly);
  clock.advance(2 * MINUTE_MS);
  await bill();
  return { yearly, late };
}

/** A period that is longer than a request may live has several requests, and any of them pays for it. */
export function payingLongPeriods(use: () => SubscriptionsFixture): void {
  it('has paid with a request of an earlier window, whose charge was under way at the boundary', async () => {
    const { create, pay, bill, current, request, goTo, clock } = use();
    const first = await create({ interval: 'year' });
    goTo(addMilliseconds(first.window.endAt, -SECOND_MS));
    const processor = new HookedProcessor();
    const meanwhile = new DuringCharge(async () => {
      clock.advance(2 * SECOND_MS);
      expect(await bill()).toBe(1);
    });
    processor.hooks.afterCharge = meanwhile.run;
    await pay(first, processor);
    await meanwhile.assertPassed();
    expect(await request(first.latestPaymentId)).toMatchObject({ status: 'succeeded' });
    const after = await current(first);
    expect(after).toMatchObject({ period: { number: 1 }, window: { number: 2 } });
    expect(after.paidAt).toBeDefined();
    expect(await request(after.latestPaymentId)).toMatchObject(SUPERSEDED);
    clock.advance(30 * DAY_MS);
    expect(await bill()).toBe(0);
  });

  it('has paid with a request that was issued late and outlives its window', async () => {
    const { pay, current, request } = use();
    const { yearly, late } = await issuedLate(use());
    await pay(late);
    const after = await current(yearly);
    expect(after.paidAt).toBeDefined();
    expect(await request(after.latestPaymentId)).toMatchObject(SUPERSEDED);
  });

  it('gives back what a charge of another window brings once the period is paid', async () => {
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

  it('has not paid for a period with a request of the one before it, and still asks for it', async () => {
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

/** A charge that is under way when a subscription stops asking comes to its end, and nothing is left open after it. */
export function stoppingWhileCharging(use: () => SubscriptionsFixture): void {
  it.each([
    ['pause', 'is declined', DECLINED],
    ['pause', 'fails', FAILING],
    ['cancel', 'is declined', DECLINED],
    ['cancel', 'fails', FAILING],
  ] as const)('takes the request back after a %s when the card %s', async (act, _, number) => {
    const uses = use();
    const subscription = await uses.create();
    const processor = new HookedProcessor();
    processor.hooks.beforeCharge = async () => {
      await uses[act].execute(subscription.id, undefined);
    };
    await uses.pay(subscription, processor, aCard(number));
    const { status, charging } = await uses.request(subscription.latestPaymentId);
    expect({ status, charging }).toEqual({ status: 'canceled', charging: false });
    await expect(uses.pay(subscription)).rejects.toThrow('canceled');
  });

  it('takes the request back when it was paused and the processor never saw the charge', async () => {
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

  it('is not resumed before the charge has ended, so that nobody pays twice for the same days', async () => {
    const { create, pause, resume, pay, bills, request, current } = use();
    const subscription = await create();
    const processor = new HookedProcessor();
    const resuming = () => resume.execute(subscription.id, undefined);
    const meanwhile = new DuringCharge(async () => {
      await pause.execute(subscription.id, undefined);
      await expect(resuming()).rejects.toMatchObject({ code: 'conflict' });
    });
    processor.hooks.beforeCharge = meanwhile.run;
    await pay(subscription, processor);
    await meanwhile.assertPassed();
    const resumed = await resuming();
    expect(resumed).toMatchObject({ status: 'active', period: { number: 1 } });
    expect(resumed.paidAt).toBeDefined();
    expect(await current(subscription)).toEqual(resumed);
    const asked = await bills(subscription.id);
    const statuses = await Promise.all(asked.map(async ({ paymentId }) => (await request(paymentId)).status));
    expect(statuses).toEqual(['succeeded']);
  });

  it('waits for the charge of an earlier window too, and takes back what else is open', async () => {
    const { create, pause, resume, pay, bill, current, request, goTo, clock } = use();
    const first = await create({ interval: 'year' });
    goTo(addMilliseconds(first.window.endAt, -SECOND_MS));
    const processor = new HookedProcessor();
    const meanwhile = new DuringCharge(async () => {
      clock.advance(2 * SECOND_MS);
      await bill();
      await pause.execute(first.id, undefined);
      await expect(resume.execute(first.id, undefined)).rejects.toMatchObject({ code: 'conflict' });
    });
    processor.hooks.beforeCharge = meanwhile.run;
    await pay(first, processor);
    await meanwhile.assertPassed();
    const paused = await current(first);
    expect(paused).toMatchObject({ status: 'paused', paidAt: clock.now() });
    expect(await request(paused.latestPaymentId)).toMatchObject({ status: 'canceled' });
  });

  it('takes back a request that outlives its window together with the latest', async () => {
    const { pause, request } = use();
    const { yearly, late } = await issuedLate(use());
    const { latestPaymentId } = await pause.execute(yearly.id, undefined);
    for (const id of [late.latestPaymentId, latestPaymentId]) {
      expect(await request(id)).toMatchObject({ status: 'canceled', cancelReason: 'requested' });
    }
  });

  it('goes on asking with a declined card when nobody stopped it', async () => {
    const { create, pay, request } = use();
    const subscription = await create();
    await pay(subscription, new HookedProcessor(), aCard(DECLINED));
    expect(await request(subscription.latestPaymentId)).toMatchObject({ status: 'pending' });
  });
}

/** Two subscriptions of one account, often of one customer: each is asked for by itself. */
export function besideAnother(use: () => SubscriptionsFixture): void {
  it.each(['pay', 'pause', 'cancel'] as const)('goes on asking after a %s of the other one', async (act) => {
    const uses = use();
    const one = await uses.create();
    const other = await uses.create({ accountId: one.accountId });
    if (act === 'pay') await uses.pay(one);
    else await uses[act].execute(one.id, undefined);
    expect((await uses.request(one.latestPaymentId)).status).not.toBe('pending');
    expect(await uses.request(other.latestPaymentId)).toMatchObject({ status: 'pending' });
    await uses.pay(other);
    expect((await uses.current(other)).paidAt).toBeDefined();
  });

  it('is resumed although the customer is just paying for the other one', async () => {
    const { create, pause, resume, pay } = use();
    const one = await create();
    const other = await create({ accountId: one.accountId });
    await pause.execute(one.id, undefined);
    const processor = new HookedProcessor();
    const meanwhile = new DuringCharge(async () => {
      expect(await resume.execute(one.id, undefined)).toMatchObject({ status: 'active' });
    });
    processor.hooks.beforeCharge = meanwhile.run;
    await pay(other, processor);
    await meanwhile.assertPassed();
  });
}

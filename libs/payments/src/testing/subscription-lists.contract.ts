import { expect, it } from '@jest/globals';
import type { Subscription } from '../subscription/subscription.js';
import type { SubscriptionsFixture } from './subscriptions.harness.js';

/** Reads of subscriptions, their requests and their bills. */
export function listing(use: () => SubscriptionsFixture): void {
  it('lists newest first, with cursor, account and status', async () => {
    const { create, openAccount, pause, reader } = use();
    const accountId = await openAccount();
    const created: Subscription[] = [];
    for (let count = 0; count < 5; count++) created.unshift(await create({ accountId }));
    const [fifth, fourth, third, second, first] = created;
    const list = (request: object, filter: object = {}) =>
      reader.list({ accountId, ...filter }, { limit: 2, ...request });
    expect(await list({})).toEqual({ items: [fifth, fourth], hasMore: true });
    expect(await list({ after: fourth!.id })).toEqual({ items: [third, second], hasMore: true });
    expect(await list({ after: second!.id })).toEqual({ items: [first], hasMore: false });
    expect(await list({ before: second!.id })).toEqual({ items: [fourth, third], hasMore: true });
    const paused = await pause.execute(second!.id, accountId);
    expect(await list({}, { status: 'paused' })).toEqual({ items: [paused], hasMore: false });
    expect(await list({}, { status: 'past_due' })).toEqual({ items: [], hasMore: false });
    // Over all accounts. Those of other tests are canceled.
    expect((await reader.list({ status: 'active' }, { limit: 1 })).items).toEqual([fifth]);
  });

  it('lists by reference', async () => {
    const { create, openAccount, pause, reader } = use();
    const accountId = await openAccount();
    const reference = `plan ${accountId}`;
    const [first, second] = [await create({ accountId, reference }), await create({ accountId, reference })];
    await create({ accountId, reference: undefined });
    const list = (filter: object) => reader.list({ reference, ...filter }, { limit: 2 });
    for (const scope of [{}, { accountId }])
      expect(await list(scope)).toEqual({ items: [second, first], hasMore: false });
    const paused = await pause.execute(first.id, accountId);
    expect((await list({ accountId, status: 'paused' })).items).toEqual([paused]);
    expect((await list({ accountId: await openAccount() })).items).toEqual([]);
  });

  it('lists the requests of one subscription, newest first', async () => {
    const { create, openAccount, requests, current, bill, goTo } = use();
    const accountId = await openAccount();
    const subscription = await create({ accountId, interval: 'day' });
    await create({ accountId, interval: 'year' });
    goTo(subscription.period.endAt);
    await bill();
    const { latestPaymentId } = await current(subscription);
    const listed = async (filter: object, limit = 10) => {
      const { items } = await requests.list({ subscriptionId: subscription.id, ...filter }, { limit });
      return items.map(({ id }) => id);
    };
    for (const seen of [{}, { accountId }]) {
      expect(await listed(seen)).toEqual([latestPaymentId, subscription.latestPaymentId]);
      expect(await listed(seen, 1)).toEqual([latestPaymentId]);
      expect(await listed({ ...seen, status: 'succeeded' })).toEqual([]);
    }
    expect(await listed({ accountId: await openAccount() })).toEqual([]);
  });

  it('finds the bill of a request of the subscription, and of no other', async () => {
    const { create, reader, current, bill, goTo } = use();
    const subscription = await create({ interval: 'day' });
    const other = await create({ accountId: subscription.accountId });
    goTo(subscription.period.endAt);
    await bill();
    const later = await current(subscription);
    const { id: subscriptionId, accountId, latestPaymentId: paymentId } = subscription;
    const first = { accountId, subscriptionId, paymentId, period: 1, window: 1 };
    expect(await reader.findBill(later, paymentId)).toMatchObject(first);
    expect(await reader.findBill(later, later.latestPaymentId)).toMatchObject({ subscriptionId, period: 2 });
    expect(await reader.findBill(later, other.latestPaymentId)).toBeUndefined();
  });

  it('does not find a subscription of another account', async () => {
    const { create, openAccount, reader } = use();
    const { id } = await create();
    expect(await reader.find(id, await openAccount())).toBeUndefined();
  });
}

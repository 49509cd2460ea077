import { addMilliseconds, DAY_MS, HOUR_MS, MINUTE_MS } from '@florin/kernel';
import { describe, expect, it } from '@jest/globals';
import { MemoryWebhookDeliveryReader } from '../memory/memory-deliveries.js';
import type { WebhookEndpoint } from '../endpoint/webhook-endpoint.js';
import type { MemoryResponse } from '../memory/memory-sender.js';
import { NOON } from '../testing/builders.js';
import { until, WebhooksHarness } from '../testing/webhooks-harness.js';
import { CLAIM_MS } from './delivery-queue.js';
import { GetWebhookDelivery } from './get-webhook-delivery.js';
import { MAX_REPLAYED_EVENTS } from './replay-events.js';
import type { WebhookDelivery } from './webhook-delivery.js';

async function deliverOne(overrides: Partial<WebhookEndpoint> = {}) {
  const harness = new WebhooksHarness();
  const accountId = harness.addAccount();
  const endpoint = harness.addEndpoint({ accountId, ...overrides });
  await harness.append({ accountId });
  await harness.deliver.execute();
  const [delivery] = harness.deliveriesTo(endpoint) as [WebhookDelivery];
  return { harness, accountId, endpoint, delivery };
}

describe('a webhook delivery', () => {
  it('is found in the account scope of its endpoint', async () => {
    const { harness, accountId, delivery } = await deliverOne();
    const get = new GetWebhookDelivery(new MemoryWebhookDeliveryReader(harness.unitOfWork));
    expect(await get.execute(delivery.id, accountId)).toEqual(delivery);
    const refused = { code: 'not_found', message: 'There is no such webhook delivery.' };
    await expect(get.execute(delivery.id, harness.addAccount())).rejects.toMatchObject(refused);
    await expect(get.execute(undefined, undefined)).rejects.toMatchObject(refused);
  });

  it('is sent again by hand, also after a success', async () => {
    const { harness, accountId, endpoint, delivery } = await deliverOne();
    const now = harness.clock.advance(DAY_MS);
    const pending = await harness.retry.execute(delivery.id, accountId);
    expect(pending).toEqual({ ...delivery, status: 'pending', nextAttemptAt: now });
    expect(await harness.deliver.execute()).toBe(1);
    expect(harness.deliveriesTo(endpoint)).toMatchObject([{ status: 'succeeded', attempts: [{}, {}] }]);
    const [first, second] = harness.messagesTo(endpoint);
    expect(second).toEqual(first);
  });

  it('is not sent again outside the account scope or while the endpoint is disabled', async () => {
    const { harness, endpoint, delivery } = await deliverOne();
    const other = harness.addAccount();
    await expect(harness.retry.execute(delivery.id, other)).rejects.toMatchObject({ code: 'not_found' });
    await expect(harness.retry.execute(undefined, undefined)).rejects.toMatchObject({ code: 'not_found' });
    harness.unitOfWork.state.endpoints.set(endpoint.id, { ...endpoint, status: 'disabled' });
    await expect(harness.retry.execute(delivery.id, undefined)).rejects.toMatchObject({ code: 'conflict' });
    expect(harness.deliveriesTo(endpoint)).toEqual([delivery]);
  });
});

describe('a delivery whose attempt is in flight', () => {
  async function startOne() {
    const harness = new WebhooksHarness();
    const answers: ((response: MemoryResponse) => void)[] = [];
    const endpoint = harness.addEndpoint({}, () => new Promise((resolve) => answers.push(resolve)));
    await harness.append({});
    await harness.deliver.execute(() => answers.length > 0);
    const [delivery] = harness.deliveriesTo(endpoint) as [WebhookDelivery];
    return { harness, endpoint, delivery, answers };
  }

  it('is not sent beside it by a retry or a replay, so that the limit of the endpoint holds', async () => {
    const { harness, endpoint, delivery, answers } = await startOne();
    harness.clock.advance(MINUTE_MS / 10);
    for (let count = 0; count < 3; count++) {
      await harness.retry.execute(delivery.id, undefined);
      await harness.replay.execute(endpoint.id, undefined, { from: NOON, to: undefined });
      await harness.deliver.execute(() => true);
    }
    expect(answers).toHaveLength(1);
    answers[0]?.({ statusCode: 200 });
    await harness.deliver.finish();
  });

  it.each([200, 500])('is sent again after it, although that ends with %d', async (statusCode) => {
    const { harness, endpoint, delivery, answers } = await startOne();
    const failures = 9;
    harness.unitOfWork.state.deliveries.set(delivery.id, { ...delivery, failures });
    const now = harness.clock.advance(MINUTE_MS / 10);
    await harness.retry.execute(delivery.id, undefined);
    const running = harness.deliver.execute();
    answers[0]?.({ statusCode });
    await until(() => answers.length === 2);
    expect(harness.deliveriesTo(endpoint)).toMatchObject([
      { status: 'pending', nextAttemptAt: now, failures: 0, attempts: [{ statusCode }] },
    ]);
    answers[1]?.({ statusCode: 204 });
    expect(await running).toBe(2);
    expect(harness.deliveriesTo(endpoint)).toMatchObject([
      { status: 'succeeded', attempts: [{ statusCode }, { statusCode: 204 }] },
    ]);
  });

  it('is not changed by its result after another worker has claimed it', async () => {
    const { harness, endpoint, answers } = await startOne();
    harness.clock.advance(CLAIM_MS);
    const other = harness.anotherWorker();
    const running = other.execute();
    await until(() => answers.length === 2);
    answers[1]?.({ statusCode: 200 });
    await running;
    answers[0]?.({ statusCode: 500 });
    await harness.deliver.finish();
    expect(harness.deliveriesTo(endpoint)).toMatchObject([
      { status: 'succeeded', attempts: [{ statusCode: 200 }] },
    ]);
  });
});

describe('a replay', () => {
  it('sends the matching events of the period, both ends included, also those never sent', async () => {
    const harness = new WebhooksHarness();
    const before = harness.addEndpoint({ events: ['a', 'b'] });
    for (const type of ['a', 'b', 'c', 'a', 'a']) {
      await harness.append({ type });
      harness.clock.advance(MINUTE_MS);
    }
    await harness.deliver.execute();
    const later = harness.addEndpoint({ events: ['a', 'b'] });
    const period = { from: addMilliseconds(NOON, MINUTE_MS), to: addMilliseconds(NOON, 3 * MINUTE_MS) };
    const { events } = harness.unitOfWork.state;
    const replayed = [events[1]?.id, events[3]?.id];

    expect(await harness.replay.execute(later.id, undefined, period)).toBe(2);
    expect(await harness.deliver.execute()).toBe(2);
    expect(harness.messagesTo(later).map(({ eventId }) => eventId)).toEqual(replayed);

    expect(await harness.replay.execute(before.id, undefined, period)).toBe(2);
    expect(await harness.deliver.execute()).toBe(2);
    expect(
      harness
        .messagesTo(before)
        .slice(4)
        .map(({ eventId }) => eventId),
    ).toEqual(replayed);
    expect(harness.deliveriesTo(before)).toHaveLength(4);
  });

  it('gives failed deliveries the whole schedule again', async () => {
    const harness = new WebhooksHarness();
    const endpoint = harness.addEndpoint({}, () => ({ statusCode: 500 }));
    await harness.append({});
    await harness.deliver.execute();
    const [delivery] = harness.deliveriesTo(endpoint) as [WebhookDelivery];
    const failed = { ...delivery, status: 'failed', failures: 10, nextAttemptAt: undefined } as const;
    harness.unitOfWork.state.deliveries.set(delivery.id, failed);
    const now = harness.clock.advance(HOUR_MS);
    await harness.replay.execute(endpoint.id, undefined, { from: NOON, to: undefined });
    expect(harness.deliveriesTo(endpoint)).toMatchObject([
      { status: 'pending', failures: 0, nextAttemptAt: now },
    ]);
    await harness.deliver.execute();
    expect(harness.deliveriesTo(endpoint)).toMatchObject([{ status: 'pending', failures: 1 }]);
  });

  it('ends now if no end is given', async () => {
    const { harness, endpoint } = await deliverOne();
    const period = { from: NOON, to: undefined };
    expect(await harness.replay.execute(endpoint.id, undefined, period)).toBe(1);
    const refused = harness.replay.execute(endpoint.id, undefined, {
      ...period,
      from: addMilliseconds(NOON, 1),
    });
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'from must not be after to.',
    });
  });

  it('is refused while the endpoint is disabled, and outside the account scope', async () => {
    const { harness, endpoint } = await deliverOne();
    const period = { from: NOON, to: undefined };
    const other = harness.addAccount();
    const replay = harness.replay;
    await expect(replay.execute(endpoint.id, other, period)).rejects.toMatchObject({ code: 'not_found' });
    await expect(replay.execute(undefined, undefined, period)).rejects.toMatchObject({ code: 'not_found' });
    const disabled = harness.addEndpoint({ status: 'disabled' });
    await expect(replay.execute(disabled.id, undefined, period)).rejects.toMatchObject({ code: 'conflict' });
    expect(await harness.deliver.execute()).toBe(0);
  });

  it('is refused with too many events, and nothing is sent', async () => {
    const { harness, endpoint } = await deliverOne();
    const { state } = harness.unitOfWork;
    const [event] = state.events;
    if (event === undefined) throw new Error('No event');
    while (state.events.length < MAX_REPLAYED_EVENTS) state.events.push(event);
    const period = { from: NOON, to: undefined };
    expect(await harness.replay.execute(endpoint.id, undefined, period)).toBe(100_000);
    await harness.deliver.execute();
    harness.unitOfWork.state.events.push(event);
    const refused = harness.replay.execute(endpoint.id, undefined, period);
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'The period has more than 100000 events. Replay a shorter period.',
    });
    expect(await harness.deliver.execute()).toBe(0);
  });
});

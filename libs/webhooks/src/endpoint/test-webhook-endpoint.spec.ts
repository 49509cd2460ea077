import { DAY_MS } from '@florin/kernel';
import { describe, expect, it } from '@jest/globals';
import { MemoryWebhookDeliveryReader } from '../memory/memory-deliveries.js';
import { MemoryWebhookEndpointReader } from '../memory/memory-endpoints.js';
import { NOON } from '../testing/builders.js';
import { type Receiver, WebhooksHarness } from '../testing/webhooks-harness.js';
import { TestWebhookEndpoint } from './test-webhook-endpoint.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';

function setUp(overrides: Partial<WebhookEndpoint> = {}, receiver?: Receiver) {
  const harness = new WebhooksHarness();
  const { unitOfWork, sender, ids, clock } = harness;
  const endpoint = harness.addEndpoint(overrides, receiver);
  const reader = new MemoryWebhookEndpointReader(unitOfWork);
  const test = new TestWebhookEndpoint(reader, sender, unitOfWork, ids, clock);
  return { harness, endpoint, test, deliveries: new MemoryWebhookDeliveryReader(unitOfWork) };
}

describe('testing a webhook endpoint', () => {
  it('sends a test event now and stores the delivery, but no event', async () => {
    const { harness, endpoint, test, deliveries } = setUp();
    const delivery = await test.execute(endpoint.id, undefined, 'user_1');
    const [message] = harness.messagesTo(endpoint);
    expect(message).toMatchObject({
      url: endpoint.url,
      eventId: delivery.eventId,
      secrets: [endpoint.secret],
    });
    expect(JSON.parse(message?.body ?? '')).toEqual({
      id: delivery.eventId,
      type: 'webhook_endpoint.test',
      account_id: null,
      subject_id: endpoint.id,
      data: { url: endpoint.url },
      created_at: NOON.toISOString(),
      actor: 'user_1',
      balance: null,
      hash: null,
    });
    expect(delivery).toMatchObject({
      accountId: undefined,
      endpointId: endpoint.id,
      eventType: 'webhook_endpoint.test',
      status: 'succeeded',
      nextAttemptAt: undefined,
      failures: 0,
      attempts: [{ statusCode: 200 }],
      createdAt: NOON,
    });
    expect(await deliveries.find(delivery.id, undefined)).toEqual(delivery);
    expect(harness.unitOfWork.state.events).toEqual([]);
  });

  it('does not repeat a failed test, and does not count it against the endpoint', async () => {
    const { harness, endpoint, test } = setUp({}, () => ({ statusCode: 410 }));
    const delivery = await test.execute(endpoint.id, undefined, 'user_1');
    expect(delivery).toMatchObject({ status: 'failed', failures: 1, nextAttemptAt: undefined });
    harness.clock.advance(DAY_MS);
    expect(await harness.deliver.execute()).toBe(0);
    expect(harness.endpoint(endpoint)).toEqual(endpoint);
    await expect(harness.retry.execute(delivery.id, undefined)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('works for a disabled endpoint, in the account of the endpoint', async () => {
    const accountId = new WebhooksHarness().addAccount();
    const { harness, endpoint, test } = setUp({ accountId, status: 'disabled' });
    const delivery = await test.execute(endpoint.id, accountId, 'user_1');
    expect(delivery).toMatchObject({ accountId, status: 'succeeded' });
    expect(harness.messagesTo(endpoint)[0]?.body).toContain(`"account_id":"${accountId}"`);
  });

  it('does not send inside a unit of work', async () => {
    const { harness, endpoint, test } = setUp({}, () => {
      expect(harness.unitOfWork.isOpen).toBe(false);
      return { statusCode: 200 };
    });
    expect(await test.execute(endpoint.id, undefined, 'user_1')).toMatchObject({ status: 'succeeded' });
  });

  it('sends nothing to an endpoint outside the account scope', async () => {
    const { harness, endpoint, test } = setUp();
    const other = harness.addAccount();
    await expect(test.execute(endpoint.id, other, 'user_1')).rejects.toMatchObject({ code: 'not_found' });
    await expect(test.execute(undefined, undefined, 'user_1')).rejects.toMatchObject({ code: 'not_found' });
    expect(harness.sender.sent).toEqual([]);
  });
});

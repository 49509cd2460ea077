import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addMilliseconds, DAY_MS, HOUR_MS, SECOND_MS } from '@florin/kernel';
import { type ClaimedDelivery, RetryWebhookDelivery } from '@florin/webhooks';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { deleteDeliveriesWithoutEndpoint } from './deliveries-without-endpoint.js';
import { deleteOldDeliveries } from './old-deliveries.js';
import { PostgresDeliveryQueue } from './postgres-delivery-queue.js';
import { WebhooksFixture } from './testing/webhooks-fixture.js';

const SUCCEEDED = { status: 'succeeded', nextAttemptAt: undefined } as const;

describe('old deliveries', () => {
  let dataSource: DataSource;
  let webhooks: WebhooksFixture;

  beforeAll(async () => {
    ({ dataSource } = await openDatabase());
    webhooks = new WebhooksFixture(dataSource);
  });

  beforeEach(() => webhooks.clear());

  const soon = () => addMilliseconds(webhooks.clock.now(), SECOND_MS);

  it('are deleted after 30 days, also without an endpoint', async () => {
    const accountId = await webhooks.openAccount();
    const kept = await webhooks.createEndpoint({ accountId });
    const removed = await webhooks.createEndpoint({ accountId });
    const now = webhooks.clock.now();
    for (const days of [31, 29])
      await webhooks.addEvents(accountId, 2, { at: addMilliseconds(now, -days * DAY_MS) });
    await webhooks.unitOfWork.run((stores) => stores.endpoints.remove(removed.id));
    expect((await deleteOldDeliveries(dataSource, 3)).count).toBe(3);
    expect((await deleteOldDeliveries(dataSource, 3)).count).toBe(1);
    expect((await deleteOldDeliveries(dataSource, 3)).count).toBe(0);
    expect(await webhooks.deliveriesTo(kept.id)).toHaveLength(2);
    expect(await webhooks.deliveriesTo(removed.id)).toHaveLength(2);
  });

  it('that were made due again are kept until they end', async () => {
    const accountId = await webhooks.openAccount();
    const { id } = await webhooks.createEndpoint({ accountId });
    await webhooks.addEvents(accountId, 2, { at: addMilliseconds(webhooks.clock.now(), -31 * DAY_MS) });
    const queue = new PostgresDeliveryQueue(dataSource);
    const [{ delivery } = {} as ClaimedDelivery, other] = await queue.claim(3, soon());
    await webhooks.save([other!], SUCCEEDED);
    await new RetryWebhookDelivery(webhooks.unitOfWork, webhooks.clock).execute(delivery.id, accountId);
    expect((await deleteOldDeliveries(dataSource)).count).toBe(1);
    const claimed = await queue.claim(1, addMilliseconds(soon(), HOUR_MS));
    expect(claimed.map((one) => one.delivery.id)).toEqual([delivery.id]);
    await webhooks.save(claimed, SUCCEEDED);
    expect((await deleteOldDeliveries(dataSource)).count).toBe(1);
    expect(await webhooks.deliveriesTo(id)).toEqual([]);
  });

  it('of deleted endpoints are deleted soon, and only those that are pending', async () => {
    const accountId = await webhooks.openAccount();
    const kept = await webhooks.createEndpoint({ accountId });
    const disabled = await webhooks.createEndpoint({ accountId });
    const removed = [
      await webhooks.createEndpoint({ accountId }),
      await webhooks.createEndpoint({ accountId }),
    ];
    // On Citus, recent ones are kept for some minutes.
    await webhooks.addEvents(accountId, 3, { at: addMilliseconds(webhooks.clock.now(), -HOUR_MS) });
    await webhooks.setStatus(disabled.id, 'disabled');
    const claimed = await new PostgresDeliveryQueue(dataSource).claim(100, soon());
    const [sent] = claimed.filter(({ endpoint }) => endpoint.id === removed[0]!.id);
    await webhooks.save([sent!], SUCCEEDED);
    await webhooks.unitOfWork.run(async (stores) => {
      for (const { id } of removed) await stores.endpoints.remove(id);
    });
    const counts: number[] = [];
    for (let run = 0; run < 4; run += 1)
      counts.push((await deleteDeliveriesWithoutEndpoint(dataSource, 2)).count);
    expect(counts).toEqual([2, 2, 1, 0]);
    expect(await webhooks.deliveriesTo(kept.id)).toHaveLength(3);
    expect(await webhooks.deliveriesTo(disabled.id)).toHaveLength(3);
    expect(await webhooks.deliveriesTo(removed[0]!.id)).toMatchObject([{ status: 'succeeded' }]);
  });
});

import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addMilliseconds, HOUR_MS, idFromUuid, MINUTE_MS, SECOND_MS, uuidFromId } from '@florin/kernel';
import {
  type ClaimedDelivery,
  DeliverWebhooks,
  MAX_ENDPOINTS,
  ReplayEvents,
  RetryWebhookDelivery,
  RotateWebhookSecret,
  type SendResult,
  type WebhookDelivery,
  type WebhookEndpoint,
  WebhookSender,
} from '@florin/webhooks';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { PostgresEventReader } from '../ledger/postgres-readers.js';
import { BATCH_ROWS } from '../postgres/find-options.js';
import { readDeliveryBacklog } from './delivery-backlog.js';
import { PostgresDeliveryQueue } from './postgres-delivery-queue.js';
import { WebhooksFixture } from './testing/webhooks-fixture.js';
import { TypeOrmWebhookDeliveryReader } from './typeorm-webhook-delivery.reader.js';
import { TypeOrmWebhookEndpointReader } from './typeorm-webhook-endpoint.reader.js';

let dataSource: DataSource;
let webhooks: WebhooksFixture;
let queue: PostgresDeliveryQueue;
let deliveries: TypeOrmWebhookDeliveryReader;
let endpoints: TypeOrmWebhookEndpointReader;

beforeAll(async () => {
  ({ dataSource } = await openDatabase());
  webhooks = new WebhooksFixture(dataSource);
  queue = new PostgresDeliveryQueue(dataSource);
  deliveries = new TypeOrmWebhookDeliveryReader(dataSource);
  endpoints = new TypeOrmWebhookEndpointReader(dataSource);
});

beforeEach(() => webhooks.clear());

const SUCCEEDED = { status: 'succeeded', nextAttemptAt: undefined } as const;
const FAILED = { statusCode: 500, error: undefined, durationMs: 12, response: 'Ünavailable "\u{fffd}' };
const endpointsOf = (claimed: readonly ClaimedDelivery[]) => claimed.map(({ endpoint }) => endpoint.id);
const idsOf = (claimed: readonly ClaimedDelivery[]) => claimed.map(({ delivery }) => delivery.id);
const soon = () => addMilliseconds(webhooks.clock.now(), SECOND_MS);

describe('a saved delivery', () => {
  it('keeps its attempts, and ends its claim', async () => {
    const accountId = await webhooks.openAccount();
    const { id } = await webhooks.createEndpoint({ accountId });
    await webhooks.addEvents(accountId, 1);
    const now = soon();
    const claimed = await queue.claim(1, now);
    const [{ delivery } = {} as ClaimedDelivery] = claimed;
    const failed = { at: now, statusCode: undefined, error: 'refused', durationMs: 3, response: undefined };
    const nextAttemptAt = addMilliseconds(now, 5 * SECOND_MS);
    const changes = { failures: 2, attempts: [{ ...FAILED, at: now }, failed], nextAttemptAt };
    await webhooks.save(claimed, changes);
    const changed = { ...delivery, ...changes };
    expect(await deliveries.find(delivery.id, accountId)).toEqual(changed);
    expect((await deliveries.list(id, 'pending', { limit: 5 })).items).toEqual([changed]);
    expect(await queue.claim(1, now)).toEqual([]);
    expect(idsOf(await queue.claim(1, nextAttemptAt))).toEqual([delivery.id]);
  });

  it('is visible only to the account of its endpoint, and until the endpoint is deleted', async () => {
    const accountId = await webhooks.openAccount();
    const own = await webhooks.createEndpoint({ accountId });
    const ofAll = await webhooks.createEndpoint();
    await webhooks.addEvents(accountId, 1);
    const idOf = async (id: typeof own.id) => idFromUuid('whd', (await webhooks.deliveriesTo(id))[0]!.id);
    const [ownDelivery, platformDelivery] = [await idOf(own.id), await idOf(ofAll.id)];
    expect(await deliveries.find(ownDelivery, accountId)).toBeDefined();
    expect(await deliveries.find(ownDelivery, await webhooks.openAccount())).toBeUndefined();
    expect(await deliveries.find(platformDelivery, accountId)).toBeUndefined();
    expect(await deliveries.find(platformDelivery, undefined)).toBeDefined();
    await webhooks.unitOfWork.run((stores) => stores.endpoints.remove(own.id));
    expect(await deliveries.find(ownDelivery, undefined)).toBeUndefined();
    expect((await deliveries.list(own.id, undefined, { limit: 5 })).items).toEqual([]);
    expect(endpointsOf(await queue.claim(10, soon()))).toEqual([ofAll.id]);
  });

  it('of a test has no account if the endpoint has none', async () => {
    const { id: endpointId } = await webhooks.createEndpoint();
    const now = webhooks.clock.now();
    const delivery: WebhookDelivery = {
      id: webhooks.ids.next('whd'),
      accountId: undefined,
      endpointId,
      eventId: webhooks.ids.next('evt'),
      eventType: 'webhook_endpoint.test',
      status: 'failed',
      nextAttemptAt: undefined,
      failures: 1,
      attempts: [{ ...FAILED, at: now }],
      createdAt: now,
    };
    await webhooks.unitOfWork.run((stores) => stores.deliveries.add(delivery));
    expect(await deliveries.find(delivery.id, undefined)).toEqual(delivery);
    const retrying = new RetryWebhookDelivery(webhooks.unitOfWork, webhooks.clock);
    await expect(retrying.execute(delivery.id, undefined)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is due again when it is retried by hand', async () => {
    const accountId = await webhooks.openAccount();
    await webhooks.createEndpoint({ accountId });
    await webhooks.addEvents(accountId, 1);
    const claimed = await queue.claim(1, soon());
    const [{ delivery } = {} as ClaimedDelivery] = claimed;
    await webhooks.save(claimed, { status: 'failed', nextAttemptAt: undefined, failures: 10 });
    expect(await queue.claim(1, soon())).toEqual([]);
    const retried = await new RetryWebhookDelivery(webhooks.unitOfWork, webhooks.clock).execute(
      delivery.id,
      accountId,
    );
    expect(retried).toMatchObject({ status: 'pending', failures: 0 });
    expect(idsOf(await queue.claim(1, soon()))).toEqual([delivery.id]);
  });
});

describe('a delivery whose attempt is in flight', () => {
  const DUE_AGAIN = [
    ['a retry', (id: WebhookDelivery['id']) => retrying().execute(id, undefined)],
    ['a replay', (_: WebhookDelivery['id'], endpoint: WebhookEndpoint) => replayAll(endpoint)],
  ] as const;
  const retrying = () => new RetryWebhookDelivery(webhooks.unitOfWork, webhooks.clock);
  const replayAll = ({ id }: WebhookEndpoint) =>
    new ReplayEvents(webhooks.unitOfWork, webhooks.clock).execute(id, undefined, {
      from: addMilliseconds(webhooks.clock.now(), -HOUR_MS),
      to: undefined,
    });

  it.each(DUE_AGAIN)('is sent again after it by %s, not beside it', async (_, makeDueAgain) => {
    const endpoint = await webhooks.createEndpoint({ accountId: await webhooks.openAccount() });
    await webhooks.addEvents(endpoint.accountId!, 1, {
      at: addMilliseconds(webhooks.clock.now(), -MINUTE_MS),
    });
    const claimed = await queue.claim(1, webhooks.clock.now());
    const [{ delivery } = {} as ClaimedDelivery] = claimed;
    await makeDueAgain(delivery.id, endpoint);
    expect(await queue.claim(1, soon())).toEqual([]);
    const attempts = [{ ...FAILED, at: webhooks.clock.now() }];
    await webhooks.save(claimed, { status: 'failed', nextAttemptAt: undefined, failures: 10, attempts });
    expect(await queue.claim(1, soon())).toMatchObject([
      { delivery: { id: delivery.id, status: 'pending', failures: 0, attempts } },
    ]);
  });

  it('is not changed by its result after it was claimed again, or was deleted', async () => {
    const accountId = await webhooks.openAccount();
    await webhooks.createEndpoint({ accountId });
    await webhooks.addEvents(accountId, 1);
    const expired = await queue.claim(1, soon());
    const claimed = await queue.claim(1, addMilliseconds(soon(), MINUTE_MS));
    const [{ delivery } = {} as ClaimedDelivery] = claimed;
    await webhooks.save(expired, { status: 'failed', nextAttemptAt: undefined });
    expect(await deliveries.find(delivery.id, accountId)).toEqual(delivery);
    await webhooks.save(claimed, SUCCEEDED);
    await webhooks.save(expired, { status: 'failed', nextAttemptAt: undefined });
    expect(await deliveries.find(delivery.id, accountId)).toEqual({ ...delivery, ...SUCCEEDED });
    await dataSource.query('DELETE FROM webhook_deliveries');
    await webhooks.save(claimed, SUCCEEDED);
  });
});

describe('lists', () => {
  it('of deliveries are newest first, by status and page', async () => {
    const accountId = await webhooks.openAccount();
    const { id } = await webhooks.createEndpoint({ accountId });
    await webhooks.addEvents(accountId, 5);
    const all = (await webhooks.deliveriesTo(id)).map((row) => idFromUuid('whd', row.id)).reverse();
    const claimed = await queue.claim(1, soon());
    const [{ delivery } = {} as ClaimedDelivery] = claimed;
    await webhooks.save(claimed, { status: 'failed', nextAttemptAt: undefined });
    const page = await deliveries.list(id, undefined, { limit: 2, after: all[1]! });
    expect(page.items.map((item) => item.id)).toEqual(all.slice(2, 4));
    expect((await deliveries.list(id, 'failed', { limit: 9 })).items.map((item) => item.id)).toEqual([
      delivery.id,
    ]);
    expect((await deliveries.list(id, 'pending', { limit: 9 })).items).toHaveLength(4);
  });

  it('of endpoints are those of the account, or all', async () => {
    const accountId = await webhooks.openAccount();
    const own = await webhooks.createEndpoint({ accountId });
    const rotated = await new RotateWebhookSecret(
      webhooks.unitOfWork,
      webhooks.secrets,
      webhooks.clock,
    ).execute(own.id, accountId);
    const ofAll = await webhooks.createEndpoint({ events: ['account.closed', 'account.opened'] });
    expect((await endpoints.list(accountId, { limit: 5 })).items).toEqual([rotated]);
    expect((await endpoints.list(undefined, { limit: 5 })).items).toEqual([ofAll, rotated]);
    expect(await endpoints.find(own.id, accountId)).toEqual(rotated);
    expect(await endpoints.find(ofAll.id, accountId)).toBeUndefined();
    expect(await endpoints.find(own.id, await webhooks.openAccount())).toBeUndefined();
  });
});

describe('a replay', () => {
  const replay = ({ id }: WebhookEndpoint, from: Date, to: Date) =>
    new ReplayEvents(webhooks.unitOfWork, webhooks.clock).execute(id, undefined, { from, to });

  it('sends matching events again, and those that were not sent before', async () => {
    const accountId = await webhooks.openAccount();
    const start = webhooks.clock.now();
    await webhooks.addEvents(accountId, 2, { at: start });
    const endpoint = await webhooks.createEndpoint({ accountId, events: ['account.updated'] });
    await webhooks.addEvents(accountId, 3, { at: start });
    await webhooks.addEvents(accountId, 1, { type: 'account.closed', at: start });
    await webhooks.addEvents(accountId, 1, { at: addMilliseconds(start, 30 * SECOND_MS) });
    await webhooks.addEvents(await webhooks.openAccount(), 1, { at: start });
    const sent = await queue.claim(10, addMilliseconds(start, 40 * SECOND_MS));
    await webhooks.save(sent, SUCCEEDED);
    expect(sent).toHaveLength(4);
    expect(await replay(endpoint, start, start)).toBe(5);
    const rows = await webhooks.deliveriesTo(endpoint.id);
    expect(rows.map(({ status }) => status).toSorted()).toEqual([
      ...Array<string>(5).fill('pending'),
      'succeeded',
    ]);
    expect(await replay(endpoint, start, addMilliseconds(start, 30 * SECOND_MS))).toBe(6);
    expect(await webhooks.deliveriesTo(endpoint.id)).toHaveLength(6);
    expect(await queue.claim(20, addMilliseconds(soon(), SECOND_MS))).toHaveLength(6);
  });

  it('of an endpoint without an account contains the events of all accounts, in several statements', async () => {
    const accounts = [await webhooks.openAccount(), await webhooks.openAccount()];
    const at = addMilliseconds(webhooks.clock.now(), -10 * SECOND_MS);
    for (const accountId of accounts) await webhooks.addEvents(accountId, 1_100, { at });
    const endpoint = await webhooks.createEndpoint();
    expect(await replay(endpoint, at, at)).toBe(2_200);
    expect(await webhooks.deliveriesTo(endpoint.id)).toHaveLength(2_200);
  });

  it('counts up to its limit', async () => {
    const accountId = await webhooks.openAccount();
    const endpoint = await webhooks.createEndpoint({ accountId, events: ['account.updated'] });
    const at = webhooks.clock.now();
    await webhooks.addEvents(accountId, 5, { at });
    await webhooks.addEvents(accountId, 1, { at, type: 'account.closed' });
    const count = (limit: number) =>
      webhooks.unitOfWork.run((stores) =>
        stores.deliveries.countReplayed(endpoint, { from: at, to: at }, limit),
      );
    expect([await count(3), await count(10)]).toEqual([3, 5]);
  });

  it('of many events is several SQL transactions: deliveries that stay locked would stop the worker', async () => {
    const accountId = await webhooks.openAccount();
    const endpoint = await webhooks.createEndpoint({ accountId });
    const start = webhooks.clock.now();
    for (const count of [BATCH_ROWS, BATCH_ROWS, 1]) await webhooks.addEvents(accountId, count);
    expect(await replay(endpoint, start, soon())).toBe(2 * BATCH_ROWS + 1);
    const [{ most }] = await dataSource.query<[{ most: number }]>(
      `SELECT max(count)::int AS most FROM (
         SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = $1 GROUP BY xmin::text
       ) AS written`,
      [uuidFromId(endpoint.id)],
    );
    expect(most).toBe(BATCH_ROWS);
  });
});

describe('an account', () => {
  it('never has more than 16 endpoints, also with concurrent creates', async () => {
    const accountId = await webhooks.openAccount();
    const creates = Array.from({ length: 24 }, () => webhooks.createEndpoint({ accountId }));
    const results = await Promise.allSettled(creates);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_ENDPOINTS);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' });
    expect((await endpoints.list(accountId, { limit: 100 })).items).toHaveLength(MAX_ENDPOINTS);
    await webhooks.createEndpoint({ accountId: await webhooks.openAccount() });
    await webhooks.createEndpoint();
  });

  it('that is closed or unknown gets no endpoint', async () => {
    const accountId = await webhooks.openAccount();
    await dataSource.query(`UPDATE accounts SET status = 'closed', closed_at = now() WHERE id = $1`, [
      uuidFromId(accountId),
    ]);
    const refused = { code: 'not_found' };
    await expect(webhooks.createEndpoint({ accountId })).rejects.toMatchObject(refused);
    await expect(webhooks.createEndpoint({ accountId: webhooks.ids.next('acct') })).rejects.toMatchObject(
      refused,
    );
  });
});

describe('the backlog', () => {
  it('counts pending deliveries of enabled endpoints, and for how long the oldest has been due', async () => {
    expect(await readDeliveryBacklog(dataSource)).toEqual({ pending: 0, oldestSeconds: 0 });
    const accountId = await webhooks.openAccount();
    const disabled = await webhooks.createEndpoint({ accountId });
    const now = webhooks.clock.now();
    await webhooks.addEvents(accountId, 1, { at: addMilliseconds(now, -HOUR_MS) });
    await webhooks.setStatus(disabled.id, 'disabled');
    await webhooks.createEndpoint({ accountId });
    await webhooks.addEvents(accountId, 2, { at: addMilliseconds(now, -MINUTE_MS) });
    const { pending, oldestSeconds } = await readDeliveryBacklog(dataSource);
    expect(pending).toBe(2);
    expect(oldestSeconds).toBeGreaterThanOrEqual(60);
    expect(oldestSeconds).toBeLessThan(600);
  });
});

class FixedSender extends WebhookSender {
  constructor(private readonly statusCode: number) {
    super();
  }

  send(): Promise<SendResult> {
    const attempt = {
      at: new Date(),
      statusCode: this.statusCode,
      error: undefined,
      durationMs: 1,
      response: '',
    };
    return Promise.resolve({ attempt, retryAfterMs: undefined });
  }
}

describe('an endpoint that is gone', () => {
  const deliver = (statusCode: number) =>
    new DeliverWebhooks(queue, new FixedSender(statusCode), webhooks.unitOfWork, webhooks.clock, {
      pause: () => Promise.resolve(),
      gather: () => Promise.resolve(),
      jitter: () => 0,
    }).execute();

  it('is disabled with an event of its account', async () => {
    const accountId = await webhooks.openAccount();
    const { id } = await webhooks.createEndpoint({ accountId });
    await webhooks.addEvents(accountId, 1);
    await deliver(410);
    expect(await endpoints.find(id, accountId)).toMatchObject({ status: 'disabled' });
    const [event] = (await new PostgresEventReader(dataSource).list(accountId, { limit: 1 })).items;
    expect(event).toMatchObject({
      type: 'webhook_endpoint.disabled',
      subjectId: id,
      data: { url: 'https://receiver.example/hook', reason: 'gone' },
    });
  });

  it('is disabled with an audit entry if it has no account', async () => {
    const { id } = await webhooks.createEndpoint();
    await webhooks.addEvents(await webhooks.openAccount(), 1);
    await deliver(410);
    const entries = await dataSource.query<unknown[]>('SELECT * FROM audit_entries WHERE subject_id = $1', [
      uuidFromId(id),
    ]);
    expect(entries).toEqual([
      expect.objectContaining({
        actor: 'system',
        action: 'webhook_endpoint.disabled',
        subject_kind: 'whe',
        details: { reason: 'gone' },
      }),
    ]);
  });

  it('fails for a while before that, and recovers with a success', async () => {
    const accountId = await webhooks.openAccount();
    const { id } = await webhooks.createEndpoint({ accountId });
    await webhooks.addEvents(accountId, 1);
    await deliver(500);
    expect(await endpoints.find(id, accountId)).toMatchObject({
      status: 'enabled',
      failingSince: expect.any(Date),
    });
    await webhooks.addEvents(accountId, 1);
    await deliver(204);
    expect((await endpoints.find(id, accountId))?.failingSince).toBeUndefined();
    const statuses = (await webhooks.deliveriesTo(id)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(['pending', 'succeeded']);
  });
});

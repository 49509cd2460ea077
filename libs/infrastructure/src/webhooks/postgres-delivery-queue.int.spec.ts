import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addMilliseconds, HOUR_MS, idFromUuid, MINUTE_MS, SECOND_MS } from '@florin/kernel';
import { eventBody } from '@florin/ledger';
import { CLAIM_MS, type ClaimedDelivery, MAX_IN_FLIGHT } from '@florin/webhooks';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { PostgresEventReader } from '../ledger/postgres-readers.js';
import { PostgresDeliveryQueue } from './postgres-delivery-queue.js';
import { WebhooksFixture } from './testing/webhooks-fixture.js';

let dataSource: DataSource;
let webhooks: WebhooksFixture;
let queue: PostgresDeliveryQueue;

beforeAll(async () => {
  ({ dataSource } = await openDatabase());
  webhooks = new WebhooksFixture(dataSource);
  queue = new PostgresDeliveryQueue(dataSource);
});

beforeEach(() => webhooks.clear());

const SUCCEEDED = { status: 'succeeded', nextAttemptAt: undefined } as const;
const endpointsOf = (claimed: readonly ClaimedDelivery[]) => claimed.map(({ endpoint }) => endpoint.id);
const countOf = (claimed: readonly ClaimedDelivery[], id: string) =>
  endpointsOf(claimed).filter((other) => other === id).length;
const idsOf = (claimed: readonly ClaimedDelivery[]) => claimed.map(({ delivery }) => delivery.id);
const soon = () => addMilliseconds(webhooks.clock.now(), SECOND_MS);

describe('the queue', () => {
  it('claims a delivery with its endpoint and the event as the API shows it', async () => {
    const accountId = await webhooks.openAccount();
    const endpoint = await webhooks.createEndpoint({ accountId, description: 'Orders' });
    await webhooks.addEvents(accountId, 1);
    const claimed = await queue.claim(10, soon());
    const [event] = (await new PostgresEventReader(dataSource).list(accountId, { limit: 1 })).items;
    expect(claimed).toEqual([
      {
        endpoint,
        claimedUntil: expect.any(Date),
        body: JSON.stringify(eventBody(event!)),
        delivery: expect.objectContaining({ accountId, eventId: event!.id, attempts: [], status: 'pending' }),
      },
    ]);
  });

  it('claims the most overdue first, and nothing that is not due or of a disabled endpoint', async () => {
    const accountId = await webhooks.openAccount();
    const endpoint = await webhooks.createEndpoint({ accountId });
    const disabled = await webhooks.createEndpoint({ accountId });
    const now = webhooks.clock.now();
    for (const minutes of [-1, -3, 1, -2])
      await webhooks.addEvents(accountId, 1, { at: addMilliseconds(now, minutes * MINUTE_MS) });
    await webhooks.setStatus(disabled.id, 'disabled');
    const claimed = await queue.claim(10, now);
    expect(endpointsOf(claimed)).toEqual(Array(3).fill(endpoint.id));
    expect(claimed.map(({ delivery }) => delivery.nextAttemptAt!.getTime() - now.getTime())).toEqual(
      [-3, -2, -1].map((minutes) => minutes * MINUTE_MS),
    );
  });

  it('claims at most ten of an endpoint, over two workers, until they are saved', async () => {
    const accountId = await webhooks.openAccount();
    const { id } = await webhooks.createEndpoint({ accountId });
    await webhooks.addEvents(accountId, 30);
    const now = soon();
    const both = (await Promise.all([queue.claim(100, now), queue.claim(100, now)])).flat();
    expect(new Set(idsOf(both)).size).toBe(MAX_IN_FLIGHT);
    expect(both).toHaveLength(MAX_IN_FLIGHT);
    expect(await queue.claim(100, now)).toEqual([]);
    await webhooks.save(both.slice(0, 3), SUCCEEDED);
    const next = await queue.claim(100, now);
    expect(countOf(next, id)).toBe(3);
    expect(idsOf(both)).not.toEqual(expect.arrayContaining(idsOf(next)));
  });

  it('does not count deliveries whose attempts have ended, and does not claim them again', async () => {
    const accountId = await webhooks.openAccount();
    await webhooks.createEndpoint({ accountId });
    await webhooks.addEvents(accountId, 30);
    const now = soon();
    const claimed = await queue.claim(100, now);
    const ended = idsOf(claimed).slice(0, 4);
    const next = await queue.claim(100, now, ended);
    expect(next).toHaveLength(4);
    expect(new Set([...idsOf(claimed), ...idsOf(next)]).size).toBe(MAX_IN_FLIGHT + 4);
    expect(await queue.claim(100, now, ended)).toEqual([]);
  });

  it('never claims a delivery twice or more than ten of an endpoint, with many concurrent claimers', async () => {
    const accountId = await webhooks.openAccount();
    const all = await Promise.all([1, 2, 3, 4].map(() => webhooks.createEndpoint({ accountId })));
    await webhooks.addEvents(accountId, 20);
    const now = soon();
    const claimed = (await Promise.all(Array.from({ length: 16 }, () => queue.claim(50, now)))).flat();
    expect(new Set(idsOf(claimed)).size).toBe(claimed.length);
    expect(all.map(({ id }) => countOf(claimed, id))).toEqual(all.map(() => MAX_IN_FLIGHT));
  });

  it('does not wait for rows that another SQL transaction has locked', async () => {
    const accountId = await webhooks.openAccount();
    const { id } = await webhooks.createEndpoint({ accountId });
    await webhooks.addEvents(accountId, 3);
    const [first] = await webhooks.deliveriesTo(id);
    const [isLocked, isClaimed] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const holding = webhooks.unitOfWork.run(async (stores) => {
      await stores.deliveries.lock(idFromUuid('whd', first!.id), accountId);
      isLocked.resolve(undefined);
      await isClaimed.promise;
    });
    await isLocked.promise;
    const claimed = await queue.claim(10, soon());
    isClaimed.resolve(undefined);
    await holding;
    expect(claimed).toHaveLength(2);
    expect(idsOf(claimed)).not.toContain(idFromUuid('whd', first!.id));
  });

  it('shares the limit of a claim between the endpoints of an account, whatever their backlog', async () => {
    const accountId = await webhooks.openAccount();
    const busy = await webhooks.createEndpoint({ accountId, events: ['account.updated'] });
    await webhooks.addEvents(accountId, 50, { at: new Date(webhooks.clock.now().getTime() - HOUR_MS) });
    const quiet = await Promise.all(
      [1, 2, 3].map(() => webhooks.createEndpoint({ accountId, events: ['account.closed'] })),
    );
    await webhooks.addEvents(accountId, 2, { type: 'account.closed' });
    const claimed = await queue.claim(16, soon());
    expect(countOf(claimed, busy.id)).toBe(2);
    for (const { id } of quiet) expect(countOf(claimed, id)).toBe(2);
  });

  it('leaves as much of the limit free as the busiest account has in flight', async () => {
    const accounts = await Promise.all([1, 2, 3].map(() => webhooks.openAccount()));
    for (const accountId of accounts) {
      for (let count = 0; count < 4; count += 1) await webhooks.createEndpoint({ accountId });
      await webhooks.addEvents(accountId, MAX_IN_FLIGHT);
    }
    const shares = (claimed: readonly ClaimedDelivery[]) =>
      accounts.map((id) => claimed.filter(({ endpoint }) => endpoint.accountId === id).length);
    const claimed = await queue.claim(80, soon());
    expect(shares(claimed)).toEqual([20, 20, 20]);
    expect(await queue.claim(20, soon())).toEqual([]);
    const quiet = await webhooks.openAccount();
    const { id } = await webhooks.createEndpoint({ accountId: quiet });
    const ofAll = await webhooks.createEndpoint();
    await webhooks.addEvents(quiet, 3);
    const next = await queue.claim(20, soon());
    expect(endpointsOf(next).toSorted()).toEqual([id, id, id, ofAll.id, ofAll.id, ofAll.id].toSorted());
  });

  it('claims again what was not saved when the claim ends', async () => {
    const accountId = await webhooks.openAccount();
    await webhooks.createEndpoint({ accountId });
    await webhooks.addEvents(accountId, 8);
    const now = soon();
    const lost = await queue.claim(100, now);
    expect(await queue.claim(100, addMilliseconds(now, CLAIM_MS - 1))).toEqual([]);
    const again = await queue.claim(100, addMilliseconds(now, CLAIM_MS));
    expect(idsOf(again)).toEqual(idsOf(lost));
  });
});

import { DAY_MS, HOUR_MS } from '@florin/kernel';
import { describe, expect, it } from '@jest/globals';
import { MAX_ENDPOINTS, updateEndpoint } from '../endpoint/webhook-endpoint.js';
import type { MemoryResponse } from '../memory/memory-sender.js';
import { aSecret } from '../testing/builders.js';
import { until, WebhooksHarness } from '../testing/webhooks-harness.js';
import { CLAIM_MS, MAX_IN_FLIGHT } from './delivery-queue.js';
import { RETRY_DELAYS_MS } from './retry-schedule.js';

const status = (statusCode: number) => () => ({ statusCode });
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

describe('delivering webhooks', () => {
  it('sends each event to the endpoints that match, once', async () => {
    const harness = new WebhooksHarness();
    const [ours, other] = [harness.addAccount(), harness.addAccount()];
    const all = harness.addEndpoint();
    const own = harness.addEndpoint({ accountId: ours, events: ['transfer.created', 'transfer.failed'] });
    const disabled = harness.addEndpoint({ status: 'disabled' });
    await harness.append(
      { accountId: ours, type: 'transfer.created' },
      { accountId: ours, type: 'transaction.created' },
      { accountId: other, type: 'transfer.failed' },
    );
    expect(await harness.deliver.execute()).toBe(4);
    expect(await harness.deliver.execute()).toBe(0);
    const { events } = harness.unitOfWork.state;
    expect(harness.messagesTo(all).map(({ eventId }) => eventId)).toEqual(events.map(({ id }) => id));
    expect(harness.messagesTo(own).map(({ eventId }) => eventId)).toEqual([events[0]?.id]);
    expect(harness.messagesTo(disabled)).toEqual([]);
    expect(harness.attempts).toHaveLength(4);
  });

  it('sends the event as the API shows it, for signing with the current secrets', async () => {
    const harness = new WebhooksHarness();
    const expiresAt = harness.clock.advance(HOUR_MS);
    const endpoint = harness.addEndpoint({ previousSecret: { secret: aSecret('previous'), expiresAt } });
    harness.clock.advance(-1);
    await harness.append({ type: 'transfer.created', data: { amount: 5 } });
    await harness.deliver.execute();
    harness.clock.advance(1);
    await harness.append({ type: 'transfer.created' });
    await harness.deliver.execute();
    const [first, second] = harness.messagesTo(endpoint);
    const event = harness.unitOfWork.state.events[0];
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      id: event?.id,
      type: 'transfer.created',
      account_id: event?.accountId,
      data: { amount: 5 },
    });
    expect(first?.secrets).toEqual([aSecret(), aSecret('previous')]);
    expect(second?.secrets).toEqual([aSecret()]);
  });

  it('records attempts together that end at nearly the same time', async () => {
    const harness = new WebhooksHarness();
    const [first, second] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    for (const { promise } of [first, second])
      harness.addEndpoint({}, () => promise.then(() => ({ statusCode: 200 })));
    await harness.append({});
    let isGathering = false;
    const worker = harness.anotherWorker(() => {
      isGathering = true;
      return second.promise;
    });
    const delivering = worker.execute();
    await until(() => harness.sender.sent.length === 2);
    first.resolve(undefined);
    await until(() => isGathering);
    expect(harness.attempts).toEqual([]);
    second.resolve(undefined);
    expect(await delivering).toBe(2);
    expect(harness.attempts).toHaveLength(2);
  });

  it('repeats a failing delivery by the whole schedule, then gives up', async () => {
    const harness = new WebhooksHarness();
    const endpoint = harness.addEndpoint({}, status(500));
    await harness.append({});
    for (const delay of RETRY_DELAYS_MS) {
      expect(await harness.deliver.execute()).toBe(1);
      harness.clock.advance(delay - 1);
      expect(await harness.deliver.execute()).toBe(0);
      harness.clock.advance(1);
    }
    expect(await harness.deliver.execute()).toBe(1);
    harness.clock.advance(30 * DAY_MS);
    expect(await harness.deliver.execute()).toBe(0);
    const [delivery] = harness.deliveriesTo(endpoint);
    expect(delivery).toMatchObject({ status: 'failed', failures: 10, nextAttemptAt: undefined });
    expect(delivery?.attempts).toHaveLength(10);
    expect(new Set(harness.messagesTo(endpoint).map(({ eventId }) => eventId)).size).toBe(1);
    expect(harness.endpoint(endpoint).status).toBe('enabled');
  });

  it('waits as long as the receiver asks for', async () => {
    const harness = new WebhooksHarness();
    const endpoint = harness.addEndpoint({}, () => ({ statusCode: 429, retryAfterMs: HOUR_MS }));
    await harness.append({});
    await harness.deliver.execute();
    harness.clock.advance(HOUR_MS - 1);
    expect(await harness.deliver.execute()).toBe(0);
    harness.clock.advance(1);
    expect(await harness.deliver.execute()).toBe(1);
    expect(harness.deliveriesTo(endpoint)).toMatchObject([{ failures: 2 }]);
  });

  it('ends the schedule, and the period of failures of the endpoint, with a success', async () => {
    const harness = new WebhooksHarness();
    const statusCodes = [500, undefined, 204];
    const endpoint = harness.addEndpoint({}, () => ({ statusCode: statusCodes.shift() }));
    await harness.append({});
    const firstFailure = harness.clock.now();
    await harness.deliver.execute();
    harness.clock.advance(5_000);
    await harness.deliver.execute();
    expect(harness.endpoint(endpoint).failingSince).toEqual(firstFailure);
    harness.clock.advance(DAY_MS);
    expect(await harness.deliver.execute()).toBe(1);
    expect(harness.endpoint(endpoint)).toEqual(endpoint);
    expect(harness.deliveriesTo(endpoint)).toMatchObject([{ status: 'succeeded', failures: 0 }]);
  });

  it('does not wait for a receiver that never answers', async () => {
    const harness = new WebhooksHarness();
    const answers: ((response: MemoryResponse) => void)[] = [];
    const slow = harness.addEndpoint({}, () => new Promise((resolve) => answers.push(resolve)));
    const good = harness.addEndpoint();
    await harness.append(...times(25, {}));
    const running = harness.deliver.execute();
    await until(() => harness.deliveriesTo(good).every(({ status: state }) => state === 'succeeded'));
    expect(harness.messagesTo(slow)).toHaveLength(MAX_IN_FLIGHT);
    await harness.append({});
    await until(() => harness.messagesTo(good).length === 26);
    for (const answer of answers) answer({ statusCode: 200 });
    await until(() => answers.length === 20);
    for (const answer of answers) answer({ statusCode: 200 });
    await until(() => answers.length === 26);
    for (const answer of answers) answer({ statusCode: 200 });
    expect(await running).toBe(52);
  });

  it('has at most 1,000 attempts in flight', async () => {
    const harness = new WebhooksHarness();
    const answers: ((response: MemoryResponse) => void)[] = [];
    const accounts = Array.from({ length: 1_010 }, () => harness.addAccount());
    for (const accountId of accounts)
      harness.addEndpoint({ accountId }, () => new Promise((resolve) => answers.push(resolve)));
    await harness.append(...accounts.map((accountId) => ({ accountId })));
    const running = harness.deliver.execute();
    await until(() => answers.length === 1_000);
    answers[0]?.({ statusCode: 200 });
    await until(() => answers.length === 1_001);
    expect(harness.sender.sent).toHaveLength(1_001);
    for (const answer of answers) answer({ statusCode: 200 });
    await until(() => answers.length === 1_010);
    for (const answer of answers) answer({ statusCode: 200 });
    expect(await running).toBe(1_010);
  });

  it('does not wait for accounts whose receivers never answer', async () => {
    const harness = new WebhooksHarness();
    const released = Promise.withResolvers<MemoryResponse>();
    const silent = Array.from({ length: 8 }, () => harness.addAccount());
    for (const accountId of silent)
      for (let count = 0; count < MAX_ENDPOINTS; count += 1)
        harness.addEndpoint({ accountId }, () => released.promise);
    await harness.append(...silent.flatMap((accountId) => times(MAX_IN_FLIGHT, { accountId })));
    const running = harness.deliver.execute();
    await until(() => harness.sender.sent.length > 500);
    const accountId = harness.addAccount();
    const good = harness.addEndpoint({ accountId });
    await harness.append(...times(25, { accountId }));
    await until(() => harness.messagesTo(good).length === 25);
    released.resolve({ statusCode: 200 });
    expect(await running).toBe(8 * MAX_ENDPOINTS * MAX_IN_FLIGHT + 25);
  });

  it('leaves what is in flight to the next run when it should stop', async () => {
    const harness = new WebhooksHarness();
    const answers: ((response: MemoryResponse) => void)[] = [];
    const endpoint = harness.addEndpoint({}, () => new Promise((resolve) => answers.push(resolve)));
    await harness.append(...times(MAX_IN_FLIGHT + 1, {}));
    expect(await harness.deliver.execute(() => true)).toBe(0);
    expect(answers).toEqual([]);
    expect(await harness.deliver.execute(() => answers.length > 0)).toBe(0);
    expect(answers).toHaveLength(MAX_IN_FLIGHT);
    const running = harness.deliver.execute();
    for (const answer of answers) answer({ statusCode: 200 });
    await until(() => answers.length > MAX_IN_FLIGHT);
    answers.at(-1)?.({ statusCode: 200 });
    expect(await running).toBe(MAX_IN_FLIGHT + 1);
    expect(harness.messagesTo(endpoint)).toHaveLength(MAX_IN_FLIGHT + 1);
  });

  it('sends nothing more when it finishes, and records what is in flight', async () => {
    const harness = new WebhooksHarness();
    const answers: ((response: MemoryResponse) => void)[] = [];
    const endpoint = harness.addEndpoint({}, () => new Promise((resolve) => answers.push(resolve)));
    await harness.append(...times(MAX_IN_FLIGHT + 1, {}));
    await harness.deliver.execute(() => answers.length > 0);
    const finishing = harness.deliver.finish();
    for (const answer of answers) answer({ statusCode: 200 });
    await finishing;
    const statuses = harness.deliveriesTo(endpoint).map(({ status: state }) => state);
    expect(statuses.sort()).toEqual(['pending', ...times(MAX_IN_FLIGHT, 'succeeded')]);
    expect(harness.attempts).toHaveLength(MAX_IN_FLIGHT);
    await harness.deliver.finish();
  });

  /** The run of the unit of work with this number fails; the first one is the claim. */
  function failRun(harness: WebhooksHarness, number: number): void {
    const { unitOfWork } = harness;
    const run: (work: never, actor?: string) => Promise<never> = unitOfWork.run.bind(unitOfWork);
    let runs = 0;
    unitOfWork.run = (work, actor) =>
      ++runs === number ? Promise.reject(new Error('connection lost')) : run(work as never, actor);
  }

  it('records an attempt in the next run if that failed', async () => {
    const harness = new WebhooksHarness();
    const endpoint = harness.addEndpoint();
    await harness.append({});
    failRun(harness, 2);
    await expect(harness.deliver.execute()).rejects.toThrow('connection lost');
    expect(harness.attempts).toEqual([]);
    harness.clock.advance(CLAIM_MS - 1);
    expect(await harness.deliver.execute()).toBe(1);
    expect(harness.messagesTo(endpoint)).toHaveLength(1);
    expect(harness.attempts).toHaveLength(1);
    expect(harness.deliveriesTo(endpoint)).toMatchObject([{ status: 'succeeded' }]);
  });

  it('repeats an attempt that was not recorded when its claim ends, with the same event id', async () => {
    const harness = new WebhooksHarness();
    const answers: ((response: MemoryResponse) => void)[] = [];
    const endpoint = harness.addEndpoint({}, () => new Promise((resolve) => answers.push(resolve)));
    await harness.append({});
    await harness.deliver.execute(() => answers.length > 0);
    harness.clock.advance(CLAIM_MS);
    failRun(harness, 1);
    answers[0]?.({ statusCode: 200 });
    await expect(harness.deliver.finish()).rejects.toThrow('connection lost');
    const running = harness.deliver.execute();
    await until(() => answers.length === 2);
    answers[1]?.({ statusCode: 200 });
    expect(await running).toBe(1);
    const [first, second] = harness.messagesTo(endpoint);
    expect(second).toEqual(first);
    expect(harness.deliveriesTo(endpoint)).toMatchObject([{ status: 'succeeded' }]);
    expect(harness.attempts).toHaveLength(1);
  });

  it('continues after a defect of the sender', async () => {
    const harness = new WebhooksHarness();
    const endpoint = harness.addEndpoint({}, () => {
      harness.receivers.delete(endpoint.url);
      throw new Error('a defect');
    });
    await harness.append({});
    await expect(harness.deliver.execute()).rejects.toThrow('a defect');
    expect(await harness.deliver.execute()).toBe(0);
    harness.clock.advance(CLAIM_MS);
    expect(await harness.deliver.execute()).toBe(1);
    expect(harness.deliveriesTo(endpoint)).toMatchObject([{ status: 'succeeded' }]);
  });

  it('leaves the deliveries of a deleted endpoint', async () => {
    const harness = new WebhooksHarness();
    const endpoint = harness.addEndpoint({}, () => {
      harness.unitOfWork.state.endpoints.delete(endpoint.id);
      return { statusCode: 500 };
    });
    await harness.append({});
    expect(await harness.deliver.execute()).toBe(1);
    harness.clock.advance(DAY_MS);
    expect(await harness.deliver.execute()).toBe(0);
    expect(harness.unitOfWork.state.endpoints.size).toBe(0);
  });
});

describe('an endpoint that fails', () => {
  /** One event a day, which fails. Returns the number of days until the endpoint is disabled. */
  async function daysUntilDisabled(harness: WebhooksHarness, isDisabled: () => boolean): Promise<number> {
    for (let days = 0; days < 30; days += 1) {
      await harness.append({});
      await harness.deliver.execute();
      if (isDisabled()) return days;
      harness.clock.advance(DAY_MS);
    }
    throw new Error('It was not disabled.');
  }

  it('is disabled after five days of nothing but failures, with an event that other endpoints receive', async () => {
    const harness = new WebhooksHarness();
    const accountId = harness.addAccount();
    const failing = harness.addEndpoint({ accountId }, status(500));
    const other = harness.addEndpoint({ accountId, events: ['webhook_endpoint.disabled'] });
    const isDisabled = () => harness.endpoint(failing).status === 'disabled';
    await harness.append({ accountId });
    await harness.deliver.execute();
    for (let day = 1; day < 5; day += 1) {
      harness.clock.advance(DAY_MS);
      await harness.append({ accountId });
      await harness.deliver.execute();
      expect(isDisabled()).toBe(false);
    }
    harness.clock.advance(DAY_MS);
    await harness.append({ accountId });
    await harness.deliver.execute();
    expect(isDisabled()).toBe(true);
    const event = harness.unitOfWork.state.events.at(-1);
    expect(event).toMatchObject({
      type: 'webhook_endpoint.disabled',
      accountId,
      subjectId: failing.id,
      data: { url: failing.url, reason: 'failing' },
      actor: 'system',
    });
    expect(harness.messagesTo(other).map(({ eventId }) => eventId)).toEqual([event?.id]);
    expect(harness.unitOfWork.state.audit).toEqual([]);

    const sentBefore = harness.messagesTo(failing).length;
    harness.clock.advance(DAY_MS);
    await harness.append({ accountId });
    await harness.deliver.execute();
    expect(harness.messagesTo(failing)).toHaveLength(sentBefore);
  });

  it('is not disabled if one attempt in five days succeeds', async () => {
    const harness = new WebhooksHarness();
    let attempts = 0;
    const endpoint = harness.addEndpoint({}, () => ({ statusCode: ++attempts === 5 ? 200 : 500 }));
    const isDisabled = () => harness.endpoint(endpoint).status === 'disabled';
    expect(await daysUntilDisabled(harness, isDisabled)).toBeGreaterThan(5);
  });

  it('is in the audit trail if it has no account', async () => {
    const harness = new WebhooksHarness();
    const endpoint = harness.addEndpoint({}, status(500));
    const isDisabled = () => harness.endpoint(endpoint).status === 'disabled';
    expect(await daysUntilDisabled(harness, isDisabled)).toBe(5);
    const { audit, events } = harness.unitOfWork.state;
    expect(audit).toEqual([{ endpointId: endpoint.id, reason: 'failing', at: harness.clock.now() }]);
    expect(events.map(({ type }) => type)).not.toContain('webhook_endpoint.disabled');
  });

  it('is disabled at once by 410, also beside a success', async () => {
    const harness = new WebhooksHarness();
    const statusCodes = [200, 410];
    const failingSince = harness.clock.now();
    const endpoint = harness.addEndpoint({ failingSince }, () => ({ statusCode: statusCodes.shift() }));
    await harness.append({}, {});
    await harness.deliver.execute();
    expect(harness.endpoint(endpoint).status).toBe('disabled');
    expect(harness.unitOfWork.state.audit).toMatchObject([{ reason: 'gone' }]);
  });

  it.each([410, 500])('is not judged by a %d of the URL that it had before', async (statusCode) => {
    const harness = new WebhooksHarness();
    const endpoint = harness.addEndpoint({}, () => {
      const moved = updateEndpoint(
        harness.endpoint(endpoint),
        { url: 'https://example.org/' },
        harness.clock.now(),
      );
      harness.unitOfWork.state.endpoints.set(endpoint.id, moved);
      return { statusCode };
    });
    await harness.append({});
    await harness.deliver.execute();
    expect(harness.endpoint(endpoint)).toMatchObject({ status: 'enabled', failingSince: undefined });
    expect(harness.deliveriesTo(endpoint)).toMatchObject([{ status: 'pending', failures: 1 }]);
  });

  it('does not affect an endpoint that succeeds or fails at the same time', async () => {
    const harness = new WebhooksHarness();
    const failingSince = harness.clock.now();
    const gone = harness.addEndpoint({ failingSince }, status(410));
    const good = harness.addEndpoint({ failingSince }, status(200));
    const bad = harness.addEndpoint({ failingSince }, status(500));
    await harness.append({});
    await harness.deliver.execute();
    expect(harness.endpoint(gone)).toMatchObject({ status: 'disabled' });
    expect(harness.endpoint(good)).toMatchObject({ status: 'enabled', failingSince: undefined });
    expect(harness.endpoint(bad)).toEqual(bad);
  });

  it('is no longer failing after a success that was claimed before the failure', async () => {
    const harness = new WebhooksHarness();
    const answers: ((response: MemoryResponse) => void)[] = [];
    const endpoint = harness.addEndpoint({}, () => new Promise((resolve) => answers.push(resolve)));
    await harness.append({}, {});
    const running = harness.deliver.execute();
    await until(() => answers.length === 2);
    answers[0]?.({ statusCode: 500 });
    await until(() => harness.endpoint(endpoint).failingSince !== undefined);
    answers[1]?.({ statusCode: 200 });
    await running;
    expect(harness.endpoint(endpoint).failingSince).toBeUndefined();
  });

  it('receives what is pending when it is enabled again', async () => {
    const harness = new WebhooksHarness();
    const endpoint = harness.addEndpoint({}, status(410));
    await harness.append({});
    await harness.deliver.execute();
    harness.receivers.delete(endpoint.url);
    harness.clock.advance(DAY_MS);
    expect(await harness.deliver.execute()).toBe(0);
    harness.unitOfWork.state.endpoints.set(endpoint.id, endpoint);
    expect(await harness.deliver.execute()).toBe(1);
    expect(harness.deliveriesTo(endpoint)).toMatchObject([{ status: 'succeeded' }]);
  });
});

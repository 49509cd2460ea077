import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  expectRefusal,
  expectStatus,
  type Holder,
  logInAdmin,
  openAccount,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { isPending } from '../support/is-pending.js';
import { sql } from '../support/payments.js';
import { type Fields, type RunningApi, startApi } from '../support/running-api.js';
import { until } from '../support/until.js';
import { deliverWebhooks, PRIVATE_ADDRESSES, signersOf, WebhookReceiver } from '../support/webhooks.js';

const PATH = '/v1/webhook_endpoints';
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown as string;
const UNKNOWN_DELIVERY = 'whd_01k9zxv3s8e7qv5m2c4w6y8h0j';

let api: RunningApi;
let admin: string;
let owner: Holder;
let receiver: WebhookReceiver;

beforeAll(async () => {
  api = await startApi({ environment: { ...WITH_ADMIN, ...PRIVATE_ADDRESSES } });
  admin = await logInAdmin(api);
});
beforeEach(async () => {
  owner = await openAccount(api);
  receiver = await WebhookReceiver.open();
});
afterEach(() => receiver.close());
afterAll(() => api.stop());

interface Delivery {
  readonly id: string;
  readonly status: string;
  readonly event_id: string;
  readonly attempts: readonly Fields[];
}

const post = (path: string, body?: unknown, token = owner.token) =>
  api.request('POST', path, { token, ...(body !== undefined && { body }) });
const get = (path: string, token = owner.token) => api.request('GET', path, { token });

async function createEndpoint(changes: object = {}, token = owner.token) {
  const body = { url: receiver.url, events: ['transaction.created'], ...changes };
  return expectStatus(await post(PATH, body, token), 201).body as { id: string; secret: string };
}

async function credit(amount = 500): Promise<string> {
  const body = { account_id: owner.id, type: 'credit', amount, currency: 'USD', reference: 'Ünï 🎉' };
  return expectStatus(await post('/v1/transactions', body), 201).body['id'] as string;
}

const deliveriesOf = async (id: string, query = '', token = owner.token) =>
  expectStatus(await get(`${PATH}/${id}/deliveries${query}`, token), 200).body['data'] as Delivery[];
const eventsOf = async (query = '') => (await get(`/v1/events${query}`)).body['data'] as Fields[];
const retry = (id: string, token = owner.token) =>
  post(`/v1/webhook_deliveries/${id}/retry`, undefined, token);

describe('a delivery', () => {
  it('is the event exactly as GET /v1/events shows it, signed with the secret', async () => {
    const { id, secret } = await createEndpoint();
    await credit();
    await deliverWebhooks(api);
    const [event] = await eventsOf('?type=transaction.created');
    const [request, ...others] = receiver.take();
    expect(others).toEqual([]);
    expect(request!.body).toBe(JSON.stringify(event));
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': event!['id'],
    });
    expect(signersOf(request!, { secret })).toEqual(['secret']);
    expect(await deliveriesOf(id)).toEqual([
      {
        id: expect.stringMatching(/^whd_[0-9a-z]{26}$/),
        endpoint_id: id,
        event_id: event!['id'],
        event_type: 'transaction.created',
        status: 'succeeded',
        next_attempt_at: null,
        attempts: [
          { at: INSTANT, status_code: 200, error: null, duration_ms: expect.any(Number), response: 'ok' },
        ],
        created_at: event!['created_at'],
      },
    ]);
  });

  it('is made for the types of the endpoint, the events of its account, and while it is enabled', async () => {
    const created = await createEndpoint();
    const all = await createEndpoint({ events: ['*'] });
    const foreign = await createEndpoint({ events: ['*'] }, (await openAccount(api)).token);
    const shared = await createEndpoint({ events: ['*'] }, admin);
    const disabled = await createEndpoint({ events: ['*'] });
    await api.request('PATCH', `${PATH}/${disabled.id}`, {
      token: owner.token,
      body: { status: 'disabled' },
    });
    const id = await credit();
    expectStatus(await api.request('DELETE', `/v1/transactions/${id}`, { token: owner.token }), 200);
    await deliverWebhooks(api);
    const events = (await eventsOf('?limit=2')).map((event) => event['id']);
    const sentTo = async (endpoint: { id: string }, token = owner.token) =>
      (await deliveriesOf(endpoint.id, '', token)).map(({ event_id }) => event_id);
    expect(await sentTo(created)).toEqual(events.slice(1));
    expect(await sentTo(all)).toEqual(events);
    expect(await sentTo(shared, admin)).toEqual(events);
    expect(await sentTo(disabled)).toEqual([]);
    expect(await sentTo(foreign, admin)).toEqual([]);
    expect(receiver.take()).toHaveLength(5);
    const [delivery] = await deliveriesOf(shared.id, '', admin);
    for (const response of [
      await get(`${PATH}/${shared.id}/deliveries`),
      await get(`/v1/webhook_deliveries/${delivery!.id}`),
      await retry(delivery!.id),
    ])
      expectRefusal(response, 404, 'not_found');
    await api.request('DELETE', `${PATH}/${shared.id}`, { token: admin });
  });

  it('is repeated later if the receiver fails', async () => {
    const { id } = await createEndpoint();
    receiver.status = 500;
    receiver.response = 'x'.repeat(5_000);
    await credit();
    await deliverWebhooks(api);
    const [delivery] = await deliveriesOf(id, '?status=pending');
    expect(delivery).toMatchObject({
      next_attempt_at: INSTANT,
      attempts: [{ status_code: 500, error: null, response: 'x'.repeat(1_024) }],
    });
    expect(await deliverWebhooks(api)).toBe(0);
    expect(await deliveriesOf(id, '?status=failed')).toEqual([]);
    expect(receiver.take()).toHaveLength(1);
  });

  it('to a receiver that is gone disables the endpoint, with an event', async () => {
    const { id } = await createEndpoint({ events: ['*'] });
    receiver.status = 410;
    await credit();
    await deliverWebhooks(api);
    expect((await get(`${PATH}/${id}`)).body).toMatchObject({ status: 'disabled' });
    const [event, ...others] = await eventsOf(`?type=webhook_endpoint.disabled&subject_id=${id}`);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      account_id: owner.id,
      subject_id: id,
      data: { url: receiver.url, reason: 'gone' },
    });
  });

  it('is not visible to other accounts, and not after its endpoint was deleted', async () => {
    const { id } = await createEndpoint();
    await credit();
    const [delivery] = await deliveriesOf(id);
    const path = `/v1/webhook_deliveries/${delivery!.id}`;
    expect((await get(path)).body).toEqual(delivery);
    expect((await get(path, admin)).body).toEqual(delivery);
    const other = await openAccount(api);
    for (const response of [
      await get(path, other.token),
      await retry(delivery!.id, other.token),
      await get(`/v1/webhook_deliveries/${UNKNOWN_DELIVERY}`),
      await get(`/v1/webhook_deliveries/${id}`),
      await retry('nothing'),
    ])
      expectRefusal(response, 404, 'not_found');
    await api.request('DELETE', `${PATH}/${id}`, { token: owner.token });
    expectRefusal(await get(path), 404, 'not_found');
    expectRefusal(await retry(delivery!.id), 404, 'not_found');
    expect(await deliverWebhooks(api)).toBe(0);
  });

  it('is listed in pages, newest event first, and by status', async () => {
    const { id } = await createEndpoint();
    for (const amount of [1, 2, 3]) await credit(amount);
    const all = await deliveriesOf(id);
    expect(all.map(({ event_id }) => event_id)).toEqual(
      (await eventsOf('?type=transaction.created')).map((event) => event['id']),
    );
    const list = async (query: string) => (await deliveriesOf(id, `?${query}`)).map((item) => item.id);
    const [third, second, first] = all.map((item) => item.id);
    expect(await list(`limit=1&starting_after=${third}`)).toEqual([second]);
    expect(await list(`limit=1&ending_before=${first}`)).toEqual([second]);
    expect(await list('status=pending')).toEqual([third, second, first]);
    for (const query of ['status=sent', 'limit=0', `starting_after=${id}`, 'colour=red'])
      expectRefusal(await get(`${PATH}/${id}/deliveries?${query}`), 400, 'invalid_request');
    await deliverWebhooks(api);
    expect(await list('status=pending')).toEqual([]);
  });
});

describe('POST /v1/webhook_deliveries/{delivery_id}/retry', () => {
  it('sends the event again, with the same id', async () => {
    const { id } = await createEndpoint();
    await credit();
    await deliverWebhooks(api);
    const [first] = await deliveriesOf(id);
    const { body } = expectStatus(await retry(first!.id), 200);
    expect(body).toEqual({ ...first, status: 'pending', next_attempt_at: INSTANT });
    await deliverWebhooks(api);
    const [one, two] = receiver.take();
    expect([two!.headers['webhook-id'], two!.body]).toEqual([one!.headers['webhook-id'], one!.body]);
    const [again] = await deliveriesOf(id);
    expect(again).toMatchObject({ id: first!.id, status: 'succeeded' });
    expect(again!.attempts).toHaveLength(2);
  });

  it('is refused for a disabled endpoint and for a test', async () => {
    const { id } = await createEndpoint();
    await credit();
    const [delivery] = await deliveriesOf(id);
    const test = expectStatus(await post(`${PATH}/${id}/test`), 200).body;
    expectRefusal(await retry(String(test['id'])), 409, 'conflict');
    await api.request('PATCH', `${PATH}/${id}`, { token: owner.token, body: { status: 'disabled' } });
    expectRefusal(await retry(delivery!.id), 409, 'conflict');
    expectRefusal(await post(`${PATH}/${id}/replay`, { from: '2026-01-31' }), 409, 'conflict');
  });
});

describe('POST /v1/webhook_endpoints/{endpoint_id}/replay', () => {
  it('sends the matching events of the period, also those from before the endpoint', async () => {
    for (const amount of [1, 2, 3]) await credit(amount);
    const { id } = await createEndpoint();
    await credit(4);
    await deliverWebhooks(api);
    const [delivered] = receiver.take();
    const [, third, second, first] = await eventsOf('?type=transaction.created');
    const replay = (body: object) => post(`${PATH}/${id}/replay`, body);
    const from = second!['created_at'];
    const one = await replay({ from, to: third!['created_at'] });
    expect([one.status, one.body]).toEqual([202, { count: 2 }]);
    await deliverWebhooks(api);
    expect(receiver.take().map(({ body }) => (JSON.parse(body) as Fields)['id'])).toEqual([
      second!['id'],
      third!['id'],
    ]);
    expect((await replay({ from: String(first!['created_at']).slice(0, 10) })).body).toEqual({ count: 4 });
    await deliverWebhooks(api);
    const sent = receiver.take();
    expect(sent).toHaveLength(4);
    expect(sent.map(({ body }) => body)).toContain(delivered!.body);
    expect(await deliveriesOf(id)).toHaveLength(4);
    expect((await replay({ from: '2100-01-01', to: '2100-01-02T00:00:00Z' })).body).toEqual({ count: 0 });
  });

  it.each([
    {},
    { from: null },
    { from: 'yesterday' },
    { from: '2026-02-30' },
    { from: '2026-02-02', to: '2026-02-01' },
    { from: '2100-01-01' },
    { from: '2026-02-01', to: 7 },
    { from: '2026-02-01', limit: 7 },
  ])('refuses %j', async (body) => {
    const { id } = await createEndpoint();
    await credit();
    await deliverWebhooks(api);
    expectRefusal(await post(`${PATH}/${id}/replay`, body), 400, 'invalid_request');
    expect(await deliveriesOf(id, '?status=pending')).toEqual([]);
  });
});

describe('POST /v1/webhook_endpoints/{endpoint_id}/test', () => {
  it('sends an event that is not stored, and returns the delivery', async () => {
    const { id, secret } = await createEndpoint();
    const events = await eventsOf();
    const { body } = expectStatus(await post(`${PATH}/${id}/test`), 200);
    const [request, ...others] = receiver.take();
    expect(others).toEqual([]);
    expect(body).toMatchObject({
      endpoint_id: id,
      event_id: request!.headers['webhook-id'],
      event_type: 'webhook_endpoint.test',
      status: 'succeeded',
      next_attempt_at: null,
      attempts: [{ status_code: 200, response: 'ok' }],
    });
    const [sample] = await eventsOf();
    const sent = JSON.parse(request!.body) as Fields;
    expect(Object.keys(sent)).toEqual(Object.keys(sample!));
    expect(sent).toMatchObject({ type: 'webhook_endpoint.test', account_id: owner.id, subject_id: id });
    expect(signersOf(request!, { secret })).toEqual(['secret']);
    expect(await deliveriesOf(id)).toEqual([body]);
    expect((await get(`/v1/webhook_deliveries/${String(body['id'])}`)).body).toEqual(body);
    expect(await eventsOf()).toEqual(events);
  });

  it('reports a failure without a retry, also for disabled endpoints and those without an account', async () => {
    const { id } = await createEndpoint();
    await api.request('PATCH', `${PATH}/${id}`, { token: owner.token, body: { status: 'disabled' } });
    receiver.status = 302;
    expect((await post(`${PATH}/${id}/test`)).body).toMatchObject({
      status: 'failed',
      next_attempt_at: null,
      attempts: [{ status_code: 302 }],
    });
    const shared = await createEndpoint({ url: 'http://127.0.0.1:9/' }, admin);
    const failed = expectStatus(await post(`${PATH}/${shared.id}/test`, undefined, admin), 200).body;
    expect(failed).toMatchObject({
      status: 'failed',
      attempts: [{ status_code: null, error: expect.any(String), response: null }],
    });
    expect(await deliveriesOf(shared.id, '', admin)).toEqual([failed]);
    expect(await deliverWebhooks(api)).toBe(0);
    await api.request('DELETE', `${PATH}/${shared.id}`, { token: admin });
  });

  it('runs beside other changes of the account', async () => {
    const slow = await WebhookReceiver.open();
    const { promise: hold, resolve: release } = Promise.withResolvers<undefined>();
    slow.hold = hold;
    const { id } = await createEndpoint({ url: slow.url });
    const tests = Promise.all([1, 2, 3].map(() => post(`${PATH}/${id}/test`)));
    await until('the receiver has them', () => slow.received.length === 3);
    expectStatus(await post('/v1/api_keys', { name: 'A key' }), 201);
    expect(await isPending(tests)).toBe(true);
    release(undefined);
    expect((await tests).map(({ status }) => status)).toEqual([200, 200, 200]);
    await slow.close();
  });
});

describe('after a rotation of the secret', () => {
  it('deliveries are signed with both secrets for 24 hours, then with the new one', async () => {
    const { id, secret: previous } = await createEndpoint();
    const { secret } = expectStatus(await post(`${PATH}/${id}/rotate_secret`), 200).body as {
      secret: string;
    };
    await credit();
    await deliverWebhooks(api);
    const signers = () => signersOf(receiver.take()[0]!, { previous, secret });
    expect(signers()).toEqual(['previous', 'secret']);
    await sql(
      api.databaseUrl,
      `UPDATE webhook_endpoints SET previous_secret_expires_at = now() - interval '1 second'
       WHERE previous_secret_expires_at IS NOT NULL`,
    );
    await credit();
    await deliverWebhooks(api);
    expect(signers()).toEqual(['secret']);
  });
});

it('sends nothing to a private address with the setting off, also to an endpoint from before', async () => {
  const { id } = await createEndpoint();
  const strict = await startApi({ databaseUrl: api.databaseUrl });
  const test = () => strict.request('POST', `${PATH}/${id}/test`, { token: owner.token });
  expect((await test()).body).toMatchObject({ status: 'failed', attempts: [{ status_code: null }] });
  await credit();
  await deliverWebhooks(strict);
  expect(await deliveriesOf(id, '?status=pending')).toMatchObject([{ attempts: [{ status_code: null }] }]);
  expect(receiver.take()).toEqual([]);
  await strict.stop();
});

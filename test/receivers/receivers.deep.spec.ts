import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { expectStatus, type Holder, openAccount } from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { until } from '../support/until.js';
import { type RunningWorker, startWorker } from '../support/worker-process.js';
import { type Delivery, providePython, type Receiver, startReceiver } from './receivers.js';

const PRIVATE = { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'on' };
const EVENTS = 25;
const python = providePython((line) => process.stderr.write(`florin: ${line}\n`));
const RECEIVERS: readonly (readonly [name: string, command: string, script: string])[] = [
  ['JavaScript', process.execPath, 'receiver.mjs'],
  ...(python === undefined ? [] : ([['Python', python.command, 'receiver.py']] as const)),
];

let api: RunningApi;
let worker: RunningWorker;

beforeAll(async () => {
  api = await startApi({ environment: PRIVATE });
  worker = await startWorker(api, PRIVATE);
});

afterAll(async () => {
  python?.remove();
  expect(await worker.end('SIGTERM')).toBe(0);
  await api.stop();
});

describe.each(RECEIVERS)('a receiver with standardwebhooks for %s', (_, command, script) => {
  let receiver: Receiver;
  let account: Holder;
  let endpoint: { id: string; secret: string };

  beforeEach(async () => {
    receiver = await startReceiver(command, script);
    account = await openAccount(api);
    const body = { url: receiver.url, events: ['transaction.created'] };
    endpoint = (await post('/v1/webhook_endpoints', body, 201)) as typeof endpoint;
    await receiver.setSecrets(endpoint.secret);
  });

  afterEach(() => receiver.stop());

  const post = async (path: string, body: unknown, status: number) =>
    expectStatus(await api.request('POST', path, { token: account.token, body }), status).body;

  async function createTransactions(count: number): Promise<void> {
    const create = (_one: unknown, index: number) => {
      const reference = `Zoë's “order” ${index} \\ 💶`;
      const body = { account_id: account.id, amount: 5, currency: 'USD', type: 'credit', reference };
      return post('/v1/transactions', body, 201);
    };
    const before = receiver.deliveries.length;
    await Promise.all(Array.from({ length: count }, create));
    await until('all events have arrived', () => receiver.deliveries.length >= before + count);
  }

  const repeat = async ({ headers, body }: Pick<Delivery, 'headers' | 'body'>): Promise<number> => {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
    const sent = { 'webhook-id': id!, 'webhook-timestamp': timestamp!, 'webhook-signature': signature! };
    return (await fetch(receiver.url, { method: 'POST', headers: sent, body })).status;
  };

  it('verifies every delivery, which is the event as the API shows it', async () => {
    await createTransactions(EVENTS);
    const { deliveries } = receiver;
    expect(deliveries.filter(({ error }) => error !== null)).toEqual([]);
    const path = `/v1/events?type=transaction.created&limit=${EVENTS}`;
    const { data } = (await api.request('GET', path, { token: account.token })).body as {
      data: { id: string }[];
    };
    const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
    const received = deliveries.map(({ body }) => JSON.parse(body) as { id: string });
    expect(received.sort(byId)).toEqual(data.sort(byId));
    for (const { headers, body } of deliveries)
      expect(headers['webhook-id']).toBe((JSON.parse(body) as { id: string }).id);
  });

  it('refuses a changed body, another id, and an old timestamp', async () => {
    await createTransactions(1);
    const delivery = receiver.deliveries[0]!;
    const { headers, body } = delivery;
    expect(await repeat(delivery)).toBe(204);
    expect(await repeat({ headers, body: body.replace('"amount":5', '"amount":6') })).toBe(400);
    expect(await repeat({ headers: { ...headers, 'webhook-id': 'evt_other' }, body })).toBe(400);
    const old = new Date(Date.now() - 6 * 60_000);
    const signed = {
      'webhook-id': headers['webhook-id']!,
      'webhook-timestamp': `${Math.floor(old.getTime() / 1_000)}`,
      'webhook-signature': new Webhook(endpoint.secret).sign(headers['webhook-id']!, old, body),
    };
    expect(await repeat({ headers: signed, body })).toBe(400);
    expect(receiver.deliveries.slice(1).map(({ error }) => error)).toEqual([
      null,
      'No matching signature found',
      'No matching signature found',
      'Message timestamp too old',
    ]);
  });

  it('accepts the old and the new secret during a rotation, and no other', async () => {
    const path = `/v1/webhook_endpoints/${endpoint.id}/rotate_secret`;
    const { secret } = (await post(path, {}, 200)) as { secret: string };
    expect(secret).not.toBe(endpoint.secret);
    await receiver.setSecrets(endpoint.secret, secret);
    await createTransactions(3);
    expect(receiver.deliveries.map(({ error }) => error)).toEqual([null, null, null]);
    await receiver.setSecrets(`whsec_${Buffer.alloc(32).toString('base64')}`);
    expect(await repeat(receiver.deliveries[0]!)).toBe(400);
  });
});

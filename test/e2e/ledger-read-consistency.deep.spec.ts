import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addKey, addUser, expectStatus, logIn, outcomeOf } from '../support/account-holders.js';
import { Bank, type Customer } from '../support/bank.js';
import { type RunningApi, startApi } from '../support/running-api.js';

// Each case reads, writes, mostly at the other of two instances, and reads again.

let bank: Bank;
let secondApi: RunningApi;
let customer: Customer;

beforeAll(async () => {
  bank = await Bank.open();
  secondApi = await startApi({ databaseUrl: bank.api.databaseUrl });
  customer = await bank.customer(1_000_000);
});
afterAll(async () => {
  await secondApi.stop();
  await bank.close();
});

const LIST = '/v1/transactions?limit=5';
const pathOf = (id: string): string => `/v1/transactions/${id}`;

const readAtSecond = async (path: string, token = customer.token): Promise<string> =>
  expectStatus(await secondApi.request('GET', path, { token }), 200).text;

const readAsAdmin = async (path: string): Promise<string> => {
  const headers = { 'x-account-id': customer.id };
  return expectStatus(await secondApi.request('GET', path, { token: bank.admin, headers }), 200).text;
};

const create = async (change: object = {}): Promise<string> =>
  (expectStatus(await bank.create(customer, change), 201).body as { id: string }).id;

describe('a write at the other instance', () => {
  const patch = (id: string, body: object) => bank.send('PATCH', pathOf(id), customer.token, body);

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['a settlement', (id) => bank.settle(id)],
    ['a failure', (id) => bank.settle(id, { status: 'failed', failure_reason: 'declined' })],
    ['a cancellation', (id) => bank.cancel(customer, id)],
    ['a new reference', (id) => patch(id, { reference: 'renamed' })],
    ['new metadata', (id) => patch(id, { metadata: { order: 'A-7' } })],
  ])('is visible to the next read: %s', async (_, change) => {
    const id = await create();
    const paths = [pathOf(id), LIST, `${LIST}&status=pending`];
    const before = await Promise.all(paths.map((path) => readAtSecond(path)));
    expect(await Promise.all(paths.map((path) => readAtSecond(path)))).toEqual(before);
    await change(id);
    const after = await Promise.all(paths.map((path) => readAtSecond(path)));
    expect(after).toEqual(await Promise.all(paths.map(readAsAdmin)));
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });

  it('is visible to the next read: new transactions and refunds', async () => {
    const payment = await bank.settled(customer);
    const refunds = `/v1/transactions?refund_of=${payment}`;
    for (const amount of [1, 2, 3]) {
      const before = [await readAtSecond(LIST), await readAtSecond(refunds)];
      await create({ type: 'refund', refund_of: payment, amount });
      const after = [await readAtSecond(LIST), await readAtSecond(refunds)];
      expect(after).toEqual([await readAsAdmin(LIST), await readAsAdmin(refunds)]);
      expect(after[0]).not.toBe(before[0]);
      expect(after[1]).not.toBe(before[1]);
    }
  });

  it('is visible to each read that begins after it, also with concurrent reads and writes', async () => {
    const id = await create();
    let confirmed = -1;
    const write = async (): Promise<void> => {
      for (let order = 0; order < 60; order += 1) {
        expectStatus(await patch(id, { metadata: { order } }), 200);
        confirmed = order;
      }
    };
    const read = async (): Promise<void> => {
      while (confirmed < 59) {
        const least = confirmed;
        const { metadata } = JSON.parse(await readAtSecond(pathOf(id))) as { metadata: { order?: number } };
        expect(metadata.order ?? -1).toBeGreaterThanOrEqual(least);
      }
    };
    await Promise.all([write(), read(), read(), read(), read()]);
  });
});

describe('a repeated read', () => {
  it('is rejected once the session or the key is revoked', async () => {
    const { token } = await addUser(bank.api, customer.token);
    const key = await addKey(bank.api, customer.token);
    for (const its of [token, key]) expect(await readAtSecond(LIST, its)).toBe(await readAtSecond(LIST, its));
    const keys = await bank.send<{ data: { id: string }[] }>('GET', '/v1/api_keys', customer.token);
    expectStatus(await bank.send('DELETE', `/v1/api_keys/${keys.body.data[0]!.id}`, customer.token), 200);
    expectStatus(await bank.send('DELETE', '/v1/auth/session', token), 200);
    for (const its of [token, key])
      expect(outcomeOf(await secondApi.request('GET', LIST, { token: its }))).toBe('401 unauthorized');
    expect(outcomeOf(await secondApi.request('GET', LIST))).toBe('401 unauthorized');
  });

  it('is rejected for the members of a closed account', async () => {
    const leaving = await bank.customer();
    expect(await readAtSecond(LIST, leaving.token)).toBe(await readAtSecond(LIST, leaving.token));
    expectStatus(await bank.send('DELETE', '/v1/account', leaving.token), 200);
    expect(outcomeOf(await secondApi.request('GET', LIST, { token: leaving.token }))).toBe(
      '401 unauthorized',
    );
  });

  it('returns each caller its own account only', async () => {
    const other = await bank.customer(5);
    const own = await readAtSecond(LIST, other.token);
    expect(await readAtSecond(LIST)).not.toBe(own);
    expect(await readAtSecond(LIST, other.token)).toBe(own);
    const headers = { 'x-account-id': customer.id };
    expect(outcomeOf(await secondApi.request('GET', LIST, { token: other.token, headers }))).toBe(
      '404 not_found',
    );
  });

  it('works for the other sessions of a user after one has ended', async () => {
    const { email, token } = await addUser(bank.api, customer.token);
    const again = (await logIn(secondApi, email)).access_token;
    expect(await readAtSecond(LIST, token)).toBe(await readAtSecond(LIST, token));
    expectStatus(await bank.send('DELETE', '/v1/auth/session', token), 200);
    expect(await readAtSecond(LIST, again)).toBe(await readAsAdmin(LIST));
  });
});

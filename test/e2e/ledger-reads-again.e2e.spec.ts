import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addKey, addUser, expectStatus, logIn, outcomeOf } from '../support/account-holders.js';
import { Bank, type Customer } from '../support/bank.js';
import { sql } from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';

// What was answered before is answered again while nothing happens in the account. So each case reads, lets something
// happen, mostly at the other of two instances, and reads again.

let bank: Bank;
let there: RunningApi;
let customer: Customer;

beforeAll(async () => {
  bank = await Bank.open();
  there = await startApi({ databaseUrl: bank.api.databaseUrl });
  customer = await bank.customer(1_000_000);
});
afterAll(async () => {
  await there.stop();
  await bank.close();
});

const LIST = '/v1/transactions?limit=5';
const one = (id: string): string => `/v1/transactions/${id}`;

const readThere = async (path: string, token = customer.token): Promise<string> =>
  expectStatus(await there.request('GET', path, { token }), 200).text;

/** As the same account looks to an admin, whose answers are never kept. */
const readAnew = async (path: string): Promise<string> => {
  const headers = { 'x-account-id': customer.id };
  return expectStatus(await there.request('GET', path, { token: bank.admin, headers }), 200).text;
};

const made = async (change: object = {}): Promise<string> =>
  (expectStatus(await bank.create(customer, change), 201).body as { id: string }).id;

/**
 * A change that no event tells of, which the service itself never makes: it shows whether the database was read. Whoever
 * makes it takes it back, since the audit of the books finds it.
 */
const alter = (reference: string, by: string): Promise<unknown> =>
  sql(
    bank.api.databaseUrl,
    `UPDATE transactions SET reference = $1 WHERE id = (SELECT subject_id FROM events
       WHERE type = 'transaction.created' AND data->>'reference' = $2)`,
    [by, reference],
  );

describe('a read that is repeated', () => {
  it.each<[string, (id: string) => string]>([
    ['a transaction', one],
    ['a page of them', () => LIST],
  ])('of %s does not read it again until something happens in the account', async (kind, pathOf) => {
    const name = `by hand ${kind}`;
    const path = pathOf(await made({ reference: name }));
    const before = await readThere(path);
    await alter(name, 'altered');
    expect(await readThere(path)).toBe(before);
    await made();
    expect(await readThere(path)).toBe(await readAnew(path));
    expect(await readThere(path)).toContain('"reference":"altered"');
    await alter(name, name);
  });

  it('is read again for whoever names an account, be it the own one', async () => {
    const name = 'by hand, named';
    const path = one(await made({ reference: name }));
    const headers = { 'x-account-id': customer.id };
    const read = async () => (await there.request('GET', path, { token: customer.token, headers })).text;
    expect(await read()).toContain(name);
    await alter(name, 'altered');
    expect(await read()).toContain('altered');
    await alter(name, name);
  });

  // Each is kept in another way: what is short, what is not ASCII, what is long.
  it.each<[string, () => Promise<string>]>([
    ['a transaction', async () => one(await made())],
    ['one with words of any language', async () => one(await made({ reference: 'Übung – 練習 🎻' }))],
    ['a page', () => Promise.resolve('/v1/transactions?limit=20')],
  ])('of %s is answered like the first, headers and all, under an id of its own', async (_, pathOf) => {
    const path = await pathOf();
    const [first, second] = [
      await there.request('GET', path, { token: customer.token }),
      await there.request('GET', path, { token: customer.token }),
    ];
    expect(second.text).toBe(first.text);
    const headersOf = ({ headers }: typeof first) =>
      [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
    expect(headersOf(second)).toEqual(headersOf(first));
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  it('is logged like the first', async () => {
    const id = await made();
    await readThere(one(id));
    await readThere(one(id));
    const lines = there.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
    const about = lines.filter(({ subject }) => subject === id);
    expect(about).toHaveLength(2);
    const [first, second] = about.map(({ method, route, status, principal }) => ({
      method,
      route,
      status,
      principal,
    }));
    expect(first).toMatchObject({ route: '/v1/transactions/:transaction_id', status: 200 });
    expect(second).toEqual(first);
  });
});

describe('what happened at the other instance', () => {
  const patch = (id: string, body: object) => bank.send('PATCH', one(id), customer.token, body);

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['a settlement', (id) => bank.settle(id)],
    ['a failure', (id) => bank.settle(id, { status: 'failed', failure_reason: 'declined' })],
    ['a cancellation', (id) => bank.cancel(customer, id)],
    ['a new reference', (id) => patch(id, { reference: 'renamed' })],
    ['new metadata', (id) => patch(id, { metadata: { order: 'A-7' } })],
  ])('is seen by the next read: %s', async (_, change) => {
    const id = await made();
    const paths = [one(id), LIST, `${LIST}&status=pending`];
    const before = await Promise.all(paths.map((path) => readThere(path)));
    expect(await Promise.all(paths.map((path) => readThere(path)))).toEqual(before);
    await change(id);
    const after = await Promise.all(paths.map((path) => readThere(path)));
    expect(after).toEqual(await Promise.all(paths.map(readAnew)));
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });

  it('is seen by the next read: new transactions, refunds among them', async () => {
    const payment = await bank.settled(customer);
    const refunds = `/v1/transactions?refund_of=${payment}`;
    for (const amount of [1, 2, 3]) {
      const before = [await readThere(LIST), await readThere(refunds)];
      await made({ type: 'refund', refund_of: payment, amount });
      const after = [await readThere(LIST), await readThere(refunds)];
      expect(after).toEqual([await readAnew(LIST), await readAnew(refunds)]);
      expect(after[0]).not.toBe(before[0]);
      expect(after[1]).not.toBe(before[1]);
    }
  });

  it('is seen by each read that begins after it, however many read and write at once', async () => {
    const id = await made();
    let told = -1;
    const write = async (): Promise<void> => {
      for (let order = 0; order < 60; order += 1) {
        expectStatus(await patch(id, { metadata: { order } }), 200);
        told = order;
      }
    };
    const read = async (): Promise<void> => {
      while (told < 59) {
        const least = told;
        const { metadata } = JSON.parse(await readThere(one(id))) as { metadata: { order?: number } };
        expect(metadata.order ?? -1).toBeGreaterThanOrEqual(least);
      }
    };
    await Promise.all([write(), read(), read(), read(), read()]);
  });
});

describe('an answer that is kept', () => {
  it('is not given to whoever may not have it any more', async () => {
    const { token } = await addUser(bank.api, customer.token);
    const key = await addKey(bank.api, customer.token);
    for (const its of [token, key]) expect(await readThere(LIST, its)).toBe(await readThere(LIST, its));
    const keys = await bank.send<{ data: { id: string }[] }>('GET', '/v1/api_keys', customer.token);
    expectStatus(await bank.send('DELETE', `/v1/api_keys/${keys.body.data[0]!.id}`, customer.token), 200);
    expectStatus(await bank.send('DELETE', '/v1/auth/session', token), 200);
    for (const its of [token, key])
      expect(outcomeOf(await there.request('GET', LIST, { token: its }))).toBe('401 unauthorized');
    expect(outcomeOf(await there.request('GET', LIST))).toBe('401 unauthorized');
  });

  it('is not given to the members of an account that is closed', async () => {
    const leaving = await bank.customer();
    expect(await readThere(LIST, leaving.token)).toBe(await readThere(LIST, leaving.token));
    expectStatus(await bank.send('DELETE', '/v1/account', leaving.token), 200);
    expect(outcomeOf(await there.request('GET', LIST, { token: leaving.token }))).toBe('401 unauthorized');
  });

  it('is not given to another, nor to the same caller who names another account', async () => {
    const other = await bank.customer(5);
    const own = await readThere(LIST, other.token);
    expect(await readThere(LIST)).not.toBe(own);
    expect(await readThere(LIST, other.token)).toBe(own);
    const headers = { 'x-account-id': customer.id };
    expect(outcomeOf(await there.request('GET', LIST, { token: other.token, headers }))).toBe(
      '404 not_found',
    );
  });

  it('is of the session that asked, not of the user', async () => {
    const { email, token } = await addUser(bank.api, customer.token);
    const again = (await logIn(there, email)).access_token;
    expect(await readThere(LIST, token)).toBe(await readThere(LIST, token));
    expectStatus(await bank.send('DELETE', '/v1/auth/session', token), 200);
    expect(await readThere(LIST, again)).toBe(await readAnew(LIST));
  });

  it('is no refusal: what is refused is refused again', async () => {
    const slips = ['/v1/transactions?limit=0', '/v1/transactions/none'];
    for (const path of [...slips, ...slips])
      expect((await there.request('GET', path, { token: customer.token })).status).toBeGreaterThanOrEqual(
        400,
      );
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addUser, expectRefusal } from '../support/account-holders.js';
import { Bank, type Customer } from '../support/bank.js';
import type { TestResponse } from '../support/running-api.js';

let bank: Bank;

beforeAll(async () => {
  bank = await Bank.open();
});
afterAll(() => bank.close());

const aCreate = ({ id }: Pick<Customer, 'id'>, changes: object = {}) => ({
  account_id: id,
  amount: 500,
  currency: 'USD',
  type: 'payment',
  ...changes,
});

const send = (
  { token }: Pick<Customer, 'token'>,
  transactions: unknown,
  atomic: unknown = false,
  headers: Record<string, string> = {},
) => bank.send('POST', '/v1/transactions/batch', token, { transactions, atomic }, headers);

interface Result {
  readonly status: number;
  readonly error?: string;
  readonly message?: string;
  readonly transaction?: { readonly id: string; readonly amount: number };
}

const resultsOf = ({ body }: TestResponse) => (body as unknown as { results: Result[] }).results;
const outcomes = (response: TestResponse) =>
  resultsOf(response).map(({ status, error }) => (error === undefined ? `${status}` : `${status} ${error}`));
const transactionsOf = async (customer: Customer) =>
  ((await bank.send('GET', '/v1/transactions?limit=100', customer.token)).body as { data: unknown[] }).data;
const asAdmin = (customer: Customer): Customer => ({ ...customer, token: bank.admin });

describe('a batch that is not atomic', () => {
  it('decides each transaction on the result of those before it, in order', async () => {
    const customer = await bank.customer(1_000);
    const response = await send(customer, [
      aCreate(customer, { amount: 600, reference: 'first', metadata: { toString: 1 } }),
      aCreate(customer, { amount: 500 }),
      aCreate(customer, { amount: 400 }),
      aCreate(customer, { currency: 'EUR' }),
      aCreate(customer, { type: 'refund', refund_of: 'nothing' }),
    ]);
    expect(response.status).toBe(200);
    expect(outcomes(response)).toEqual([
      '201',
      '402 insufficient_funds',
      '201',
      '400 currency_mismatch',
      '400 invalid_request',
    ]);
    const [first, second] = resultsOf(response);
    expect(Object.keys(second!)).toEqual(['status', 'error', 'message']);
    const { body } = await bank.send('GET', `/v1/transactions/${first!.transaction!.id}`, customer.token);
    const { updated_at: _, ...created } = body;
    expect(created).toEqual(first!.transaction);
    expect(created).toMatchObject({ reference: 'first', metadata: { toString: 1 }, status: 'pending' });
    expect(await bank.balance(customer)).toEqual({ available: 0, held: 1_000, incoming: 0 });
  });

  it('has a 404 result for each account that the caller may not see, in its place', async () => {
    const [customer, other] = [await bank.customer(1_000), await bank.customer(1_000)];
    const batch = [aCreate(other), aCreate(customer), aCreate({ id: 'nothing' }), aCreate(customer)];
    expect(outcomes(await send(customer, batch))).toEqual(['404 not_found', '201', '404 not_found', '201']);
    expect(await bank.balance(other)).toMatchObject({ held: 0 });
    expect(outcomes(await send({ token: bank.admin }, batch))).toEqual([
      '201',
      '402 insufficient_funds',
      '404 not_found',
      '402 insufficient_funds',
    ]);
    const all = [aCreate(other), aCreate(other)];
    expect(outcomes(await send(customer, all, false, { 'idempotency-key': 'all hidden' }))).toEqual([
      '404 not_found',
      '404 not_found',
    ]);
    const user = await addUser(bank.api);
    expect(outcomes(await send(user, [aCreate(customer)]))).toEqual(['404 not_found']);
  });

  it('is kept under its Idempotency-Key with its refusals, and a retry stores nothing', async () => {
    const customer = await bank.customer(500);
    const batch = [aCreate(customer), aCreate(customer), aCreate({ id: 'nothing' })];
    const key = { 'idempotency-key': 'payroll' };
    const first = await send(customer, batch, false, key);
    expect(outcomes(first)).toEqual(['201', '402 insufficient_funds', '404 not_found']);
    await bank.settled(customer, { type: 'credit', amount: 5_000 });
    const again = await send(customer, batch, false, key);
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
      200,
      first.text,
      'true',
    ]);
    expect(await transactionsOf(customer)).toHaveLength(3);
    expectRefusal(await send(customer, batch.slice(1), false, key), 422, 'idempotency_mismatch');
    expectRefusal(await send(customer, batch, true, key), 422, 'batch_failed');
  });
});

describe('an atomic batch', () => {
  it('creates all transactions', async () => {
    const [customer, other] = [await bank.customer(1_000), await bank.customer(1_000)];
    const response = await send(
      asAdmin(customer),
      [aCreate(customer), aCreate(other), aCreate(customer)],
      true,
    );
    expect(outcomes(response)).toEqual(['201', '201', '201']);
    expect(await bank.balance(customer)).toMatchObject({ held: 1_000 });
    expect(await bank.balance(other)).toMatchObject({ held: 500 });
  });

  it('creates nothing if one is refused, and names the first by index and code', async () => {
    const customer = await bank.customer(1_000);
    const key = { 'idempotency-key': 'all or none' };
    const batch = [
      aCreate(customer),
      aCreate(customer),
      aCreate(customer),
      aCreate(customer, { currency: 'EUR' }),
    ];
    const refused = await send(customer, batch, true, key);
    expectRefusal(refused, 422, 'batch_failed');
    expect(refused.body.message).toMatch(/^transactions\[2\] failed with insufficient_funds: /);
    expect(await bank.balance(customer)).toEqual({ available: 1_000, held: 0, incoming: 0 });
    // Nothing was stored under the key either.
    await bank.settled(customer, { type: 'credit', amount: 500 });
    const mismatched = [...batch.slice(0, 3), aCreate(customer, { type: 'credit' })];
    expect(outcomes(await send(customer, mismatched, true, key))).toEqual(['201', '201', '201', '201']);
  });

  it('fails with the account that the caller may not see, unless an earlier one fails', async () => {
    const [customer, other] = [await bank.customer(500), await bank.customer()];
    for (const [batch, message] of [
      [[aCreate(customer), aCreate(other)], /^transactions\[1\] failed with not_found/],
      [[aCreate(other), aCreate(customer)], /^transactions\[0\] failed with not_found/],
      [
        [aCreate(customer), aCreate(customer), aCreate(other)],
        /^transactions\[1\] failed with insufficient_funds/,
      ],
    ] as const) {
      const refused = await send(customer, batch, true);
      expectRefusal(refused, 422, 'batch_failed');
      expect(refused.body.message).toMatch(message);
    }
    expect(await bank.balance(customer)).toEqual({ available: 500, held: 0, incoming: 0 });
  });
});

describe('settle: true in a batch', () => {
  it('is for admins and platform keys, and 403 for the whole batch of others', async () => {
    const customer = await bank.customer();
    const batch = [
      aCreate(customer, { type: 'credit' }),
      aCreate(customer, { type: 'credit', settle: true }),
    ];
    expectRefusal(await send(customer, batch), 403, 'forbidden');
    expect(await transactionsOf(customer)).toEqual([]);
    expect(outcomes(await send(asAdmin(customer), batch))).toEqual(['201', '201']);
    expect(await bank.balance(customer)).toEqual({ available: 500, held: 0, incoming: 500 });
  });
});

describe('a malformed batch', () => {
  it.each<[string, (customer: Customer) => unknown, RegExp]>([
    ['no transactions', () => [], /^transactions must be a list of 1 to 1000 objects/],
    ['an object', () => ({}), /^transactions must be a list/],
    [
      'too many',
      (customer) => Array.from({ length: 1_001 }, () => aCreate(customer)),
      /^transactions must be a list of 1 to 1000/,
    ],
    ['a number among them', (customer) => [aCreate(customer), 7], /\[1\] is not one/],
    ['null among them', (customer) => [aCreate(customer), null], /\[1\] is not one/],
    ['a list among them', (customer) => [[], aCreate(customer)], /\[0\] is not one/],
    [
      'an invalid amount',
      (customer) => [aCreate(customer), aCreate(customer, { amount: 0 })],
      /^transactions\[1\]\.amount must be a whole number/,
    ],
    [
      'an unknown field',
      (customer) => [aCreate(customer), aCreate(customer), aCreate(customer, { note: 1, constructor: 2 })],
      /Unknown parameter: transactions\[2\]\.note; Unknown parameter: transactions\[2\]\.constructor/,
    ],
    [
      'invalid metadata',
      (customer) => [aCreate(customer, { metadata: [] })],
      /^transactions\[0\]\.metadata must be/,
    ],
    [
      'refund_of without a refund',
      (customer) => [aCreate(customer), aCreate(customer, { refund_of: 'txn_1' })],
      /^transactions\[1\]\.refund_of is only allowed/,
    ],
  ])('with %s is 400 for the whole and names the index', async (_, batchOf, message) => {
    const customer = await bank.customer(1_000);
    const response = await send(customer, batchOf(customer));
    expectRefusal(response, 400, 'invalid_request');
    expect(response.body.message).toMatch(message);
    expect(await bank.balance(customer)).toMatchObject({ held: 0 });
  });

  it.each([undefined, null, 'true', 1])('needs atomic as true or false, not %s', async (atomic) => {
    const customer = await bank.customer();
    const response = await bank.send('POST', '/v1/transactions/batch', customer.token, {
      transactions: [aCreate(customer)],
      ...(atomic !== undefined && { atomic }),
    });
    expectRefusal(response, 400, 'invalid_request');
  });

  it('is 404 for an invalid X-Account-Id, and 401 without a token', async () => {
    const [customer, other] = [await bank.customer(), await bank.customer()];
    const acting = { 'x-account-id': other.id };
    expectRefusal(await send(customer, [aCreate(customer)], false, acting), 404, 'not_found');
    const anonymous = await bank.api.request('POST', '/v1/transactions/batch', { body: {} });
    expectRefusal(anonymous, 401, 'unauthorized');
  });
});

describe('other methods of the path of batches', () => {
  it.each(['GET', 'PATCH', 'DELETE'])('%s is 405, not a request for a transaction', async (method) => {
    const response = await bank.send(method, '/v1/transactions/batch', bank.admin);
    expectRefusal(response, 405, 'invalid_request');
    expect(response.headers.get('allow')).toBe('POST');
  });
});

describe('the size of a batch', () => {
  it('may be 1,000 transactions of 4 MiB in all, and other requests stay at 256 KiB', async () => {
    const customer = await bank.customer();
    const metadata = { note: 'x'.repeat(3_500) };
    const batch = Array.from({ length: 1_000 }, () =>
      aCreate(customer, { type: 'credit', amount: 1, metadata }),
    );
    const response = await send(customer, batch, true);
    expect([response.status, resultsOf(response).length]).toEqual([200, 1_000]);
    expect(await bank.balance(customer)).toMatchObject({ incoming: 1_000 });
    const larger = batch.map((body) => ({ ...body, reference: 'x'.repeat(255), type: 'credit', amount: 1 }));
    const padded = larger.map((body) => ({ ...body, metadata: { note: 'x'.repeat(4_000) } }));
    expectRefusal(await send(customer, padded), 413, 'invalid_request');
    const large = aCreate(customer, { type: 'credit', metadata: { note: 'x'.repeat(300_000) } });
    expectRefusal(await bank.send('POST', '/v1/transactions', customer.token, large), 413, 'invalid_request');
  });
});

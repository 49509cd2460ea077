import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectRefusal } from '../support/account-holders.js';
import { Bank, type Customer } from '../support/bank.js';
import type { TestResponse } from '../support/running-api.js';

const UNKNOWN_TRANSACTION = 'txn_01k9zxv3s8e7qv5m2c4w6y8h0j';
const UNKNOWN_ACCOUNT = 'acct_01k9zxv3s8e7qv5m2c4w6y8h0j';
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown as string;

let bank: Bank;
let customer: Customer;
let other: Customer;

beforeAll(async () => {
  bank = await Bank.open();
  [customer, other] = [await bank.customer(1_000_000), await bank.customer(1_000_000)];
});
afterAll(() => bank.close());

const get = (path: string, token = customer.token) => bank.send('GET', path, token);
const patch = (id: string, body: unknown, token = customer.token) =>
  bank.send('PATCH', `/v1/transactions/${id}`, token, body);
const idOf = (response: TestResponse) => (response.body as { id: string }).id;
const createPending = async (changes: object = {}) => idOf(await bank.create(customer, changes));

describe('POST /v1/transactions', () => {
  it('creates a pending payment and holds its amount', async () => {
    const before = await bank.balance(customer);
    const response = await bank.create(customer, {
      amount: 7500,
      reference: 'order 1',
      metadata: { order: 'A-1' },
    });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.stringMatching(/^txn_[0-9a-z]{26}$/),
      account_id: customer.id,
      amount: 7500,
      currency: 'USD',
      type: 'payment',
      status: 'pending',
      reference: 'order 1',
      metadata: { order: 'A-1' },
      refund_id: null,
      refund_of: null,
      transfer_id: null,
      failure_reason: null,
      ended_at: null,
      created_at: INSTANT,
    });
    const { available, held } = await bank.balance(customer);
    expect({ available, held }).toEqual({ available: before.available - 7500, held: before.held + 7500 });
  });

  it('returns null and {} for a missing reference and metadata', async () => {
    const { body } = await bank.create(customer, { type: 'credit' });
    expect(body).toMatchObject({ reference: null, metadata: {}, type: 'credit', status: 'pending' });
  });

  it('returns metadata byte for byte', async () => {
    const metadata =
      '{"toString":"a","constructor":{"hasOwnProperty":[1,null]},"emoji":"👩‍👩‍👧","tiny":1e-7,"b":2,"a":1}';
    const payload = `{"account_id":"${customer.id}","amount":1,"currency":"USD","type":"credit","metadata":${metadata}}`;
    const created = await bank.api.request('POST', '/v1/transactions', {
      token: customer.token,
      body: payload,
    });
    expect(created.status).toBe(201);
    for (const text of [created.text, (await get(`/v1/transactions/${idOf(created)}`)).text]) {
      expect(text).toContain(`"metadata":${metadata}`);
    }
  });

  it('accepts an admin’s transaction for any account, but not a customer’s for another account', async () => {
    const byAdmin = await bank.create({ ...other, token: bank.admin }, { type: 'credit' });
    expect(byAdmin.status).toBe(201);
    expectRefusal(await bank.create({ ...customer, id: other.id }), 404, 'not_found');
    expectRefusal(await bank.create({ ...customer, id: UNKNOWN_ACCOUNT }), 404, 'not_found');
    expectRefusal(await bank.create({ ...customer, id: 'x'.repeat(300) }), 404, 'not_found');
    expectRefusal(await bank.create({ ...customer, id: 'unknown' }), 404, 'not_found');
    expectRefusal(await bank.create({ token: bank.admin, id: UNKNOWN_ACCOUNT }), 404, 'not_found');
  });

  it('rejects a payment above the balance, and stores nothing', async () => {
    const poorCustomer = await bank.customer(100);
    expectRefusal(await bank.create(poorCustomer, { amount: 101 }), 402, 'insufficient_funds');
    expect(await bank.balance(poorCustomer)).toEqual({ available: 100, held: 0, incoming: 0 });
    const { body } = await get('/v1/transactions', poorCustomer.token);
    expect((body as { data: unknown[] }).data).toHaveLength(1);
  });

  it('rejects another currency than the account’s', async () => {
    expectRefusal(await bank.create(customer, { currency: 'EUR' }), 400, 'currency_mismatch');
    const japanese = await bank.customer(0, { currency: 'JPY' });
    expect((await bank.create(japanese, { currency: 'JPY', type: 'credit' })).status).toBe(201);
  });

  it.each([
    ['no amount', { amount: undefined }],
    ['a zero amount', { amount: 0 }],
    ['a negative amount', { amount: -1 }],
    ['a fraction', { amount: 1.5 }],
    ['text for an amount', { amount: '500' }],
    ['true for an amount', { amount: true }],
    ['an amount beyond the limit', { amount: 1_000_000_000_001 }],
    ['a currency in lower case', { currency: 'usd' }],
    ['an unknown currency', { currency: 'XXX' }],
    ['no type', { type: undefined }],
    ['an unknown type', { type: 'gift' }],
    ['an empty reference', { reference: '' }],
    ['a reference that is too long', { reference: 'x'.repeat(256) }],
    ['a reference with a NUL', { reference: 'a\u0000b' }],
    ['a list for metadata', { metadata: [] }],
    ['metadata with a NUL', { metadata: { a: '\u0000' } }],
    ['metadata with a lone surrogate', { metadata: { a: '\ud800' } }],
    ['metadata too deep', { metadata: { a: [[[[1]]]] } }],
    [
      'too many keys',
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, key) => [`k${key}`, 1])) },
    ],
    ['an unknown field', { note: 'hello' }],
    ['refund_of a payment', { refund_of: UNKNOWN_TRANSACTION }],
  ])('rejects %s', async (_, changes) => {
    expectRefusal(await bank.create(customer, changes), 400, 'invalid_request');
  });

  it.each(['9007199254740993', '1e300', '1e12', '1.0e0'])('parses %s exactly', async (amount) => {
    const body = `{"account_id":"${customer.id}","amount":${amount},"currency":"USD","type":"credit"}`;
    const { status } = await bank.api.request('POST', '/v1/transactions', { token: customer.token, body });
    expect(status).toBe(Number(amount) <= 1e12 ? 201 : 400);
  });

  it('checks the format of the body before the account, and the account before the rest', async () => {
    expectRefusal(
      await bank.create({ ...customer, id: UNKNOWN_ACCOUNT }, { amount: 0 }),
      400,
      'invalid_request',
    );
    expectRefusal(
      await bank.create({ ...customer, id: UNKNOWN_ACCOUNT }, { currency: 'EUR' }),
      404,
      'not_found',
    );
    expectRefusal(await bank.create(customer, { currency: 'EUR', amount: 1e12 }), 400, 'currency_mismatch');
    const refund = { type: 'refund', refund_of: 'nothing', currency: 'EUR' };
    expectRefusal(await bank.create(customer, refund), 400, 'currency_mismatch');
  });

  it('rejects new transactions for an account that is not active', async () => {
    const suspended = await bank.customer(1_000);
    const pendingId = idOf(await bank.create(suspended, { amount: 10 }));
    for (const status of ['suspended', 'pending']) {
      await bank.send('PATCH', `/v1/accounts/${suspended.id}`, bank.admin, { status });
      expectRefusal(await bank.create({ ...suspended, token: bank.admin }), 400, 'invalid_request');
    }
    expect((await bank.settle(pendingId)).status).toBe(200);
    await bank.send('PATCH', `/v1/accounts/${suspended.id}`, bank.admin, { status: 'active' });
    expect((await bank.create(suspended)).status).toBe(201);
  });

  it('returns 404 for a closed account', async () => {
    const leaving = await bank.customer(1_000);
    const pendingId = idOf(await bank.create(leaving, { amount: 400 }));
    expect((await bank.send('DELETE', '/v1/account', leaving.token)).status).toBe(200);
    const byAdmin = { ...leaving, token: bank.admin };
    expectRefusal(await bank.create(byAdmin), 404, 'not_found');
    expect((await get(`/v1/transactions/${pendingId}`, bank.admin)).body).toMatchObject({
      status: 'canceled',
    });
    const balance = await bank.send('GET', '/v1/account/balance', bank.admin, undefined, {
      'x-account-id': leaving.id,
    });
    expect(balance.body).toMatchObject({ available: 1_000, held: 0, incoming: 0 });
  });

  it('requires a token', async () => {
    expectRefusal(await bank.api.request('POST', '/v1/transactions', { body: {} }), 401, 'unauthorized');
  });
});

describe('refunds', () => {
  const refund = (refundOf: string, amount: number) =>
    bank.create(customer, { type: 'refund', refund_of: refundOf, amount });

  it('refund a succeeded payment, also in parts, but never more than its amount', async () => {
    const payment = await bank.settled(customer, { amount: 600 });
    const first = await refund(payment, 400);
    expect(first.body).toMatchObject({ type: 'refund', refund_of: payment, status: 'pending' });
    expectRefusal(await refund(payment, 201), 400, 'invalid_request');
    await bank.settle(idOf(first));
    expectRefusal(await refund(payment, 201), 400, 'invalid_request');
    const last = await refund(payment, 200);
    expect(last.status).toBe(201);
    await bank.cancel(customer, idOf(last));
    expect((await refund(payment, 200)).status).toBe(201);
  });

  it('require a succeeded payment of the same account', async () => {
    const foreign = await bank.settled(other);
    const credit = await bank.settled(customer, { type: 'credit' });
    for (const id of [foreign, credit, await createPending(), UNKNOWN_TRANSACTION, 'nothing']) {
      expectRefusal(await refund(id, 1), 400, 'invalid_request');
    }
  });

  it('are possible without a payment', async () => {
    const { body } = await bank.create(customer, { type: 'refund', amount: 5 });
    expect(body).toMatchObject({ refund_of: null, status: 'pending' });
  });
});

describe('GET /v1/transactions/{transaction_id}', () => {
  it('returns the transaction with updated_at', async () => {
    const created = await bank.create(customer, { reference: 'r' });
    const { status, body } = await get(`/v1/transactions/${idOf(created)}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...(created.body as object),
      updated_at: (created.body as { created_at: string }).created_at,
    });
  });

  it('returns 404 for transactions that the caller may not see', async () => {
    const id = await createPending();
    expect((await get(`/v1/transactions/${id}`, bank.admin)).status).toBe(200);
    for (const path of [id, UNKNOWN_TRANSACTION, 'txn_short', 'nothing', UNKNOWN_ACCOUNT]) {
      expectRefusal(await get(`/v1/transactions/${path}`, other.token), 404, 'not_found');
    }
    const acting = { 'x-account-id': other.id };
    expectRefusal(
      await bank.send('GET', `/v1/transactions/${id}`, bank.admin, undefined, acting),
      404,
      'not_found',
    );
    expectRefusal(await bank.api.request('GET', `/v1/transactions/${id}`), 401, 'unauthorized');
  });
});

describe('PATCH /v1/transactions/{transaction_id}', () => {
  it('replaces the reference, merges the metadata and returns updated_at', async () => {
    const id = await createPending({ reference: 'old', metadata: { kept: 1, gone: 2 } });
    const { status, body } = await patch(id, { reference: 'new', metadata: { gone: null, added: [3] } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      reference: 'new',
      metadata: { kept: 1, added: [3] },
      updated_at: INSTANT,
    });
    expect((await get(`/v1/transactions/${id}`)).body).toEqual(body);
  });

  it('clears fields that are null and keeps absent ones', async () => {
    const id = await createPending({ reference: 'old', metadata: { a: 1 } });
    expect((await patch(id, { reference: null })).body).toMatchObject({
      reference: null,
      metadata: { a: 1 },
    });
    expect((await patch(id, { metadata: null })).body).toMatchObject({ reference: null, metadata: {} });
    expect((await patch(id, {})).status).toBe(200);
  });

  it('works on a transaction that has ended, and keeps ended_at', async () => {
    const id = await bank.settled(customer);
    const { body: before } = await get(`/v1/transactions/${id}`);
    const { ended_at } = before as { ended_at: string };
    const { body } = await patch(id, { reference: 'later' });
    expect(body).toMatchObject({ status: 'succeeded', reference: 'later', ended_at });
    expect((body as { updated_at: string }).updated_at > ended_at).toBe(true);
    const { body: listed } = await get('/v1/transactions?limit=1');
    expect(listed).toMatchObject({ data: [{ id, ended_at }] });
  });

  it.each([
    { amount: 500 },
    { currency: 'USD' },
    { type: 'payment' },
    { amount: null },
    { amount: 'x', reference: 'y' },
  ])('rejects changes of amount, currency or type: %j', async (change) => {
    expectRefusal(await patch(await createPending(), change), 409, 'conflict');
  });

  it.each([
    { status: 'succeeded' },
    { account_id: UNKNOWN_ACCOUNT },
    { note: 1 },
    { reference: 5 },
    { metadata: 'x' },
    { amount: 1, note: 1 },
  ])('rejects unknown and invalid fields: %j', async (change) => {
    expectRefusal(await patch(await createPending(), change), 400, 'invalid_request');
  });

  it('rejects metadata that would exceed its limits', async () => {
    const id = await createPending({
      metadata: Object.fromEntries(Array.from({ length: 50 }, (_, key) => [`k${key}`, 1])),
    });
    expectRefusal(await patch(id, { metadata: { more: 1 } }), 400, 'invalid_request');
  });

  it('replaces all metadata at once, up to the limits', async () => {
    const fifty = (letter: string, value: number | null) =>
      Object.fromEntries(Array.from({ length: 50 }, (_, key) => [`${letter}${key}`, value]));
    const id = await createPending({ metadata: fifty('old', 1) });
    const { body } = await patch(id, { metadata: { ...fifty('old', null), ...fifty('new', 2) } });
    expect(body).toMatchObject({ metadata: fifty('new', 2) });
    expect(Object.keys((body as { metadata: object }).metadata)).toHaveLength(50);
  });

  it('returns 404 for transactions that the caller may not see', async () => {
    const id = await createPending();
    for (const change of [{ reference: 'x' }, { amount: 1 }]) {
      for (const path of [id, UNKNOWN_TRANSACTION, 'nothing']) {
        expectRefusal(await patch(path, change, other.token), 404, 'not_found');
      }
    }
  });
});

describe('DELETE /v1/transactions/{transaction_id}', () => {
  it('cancels a pending transaction and releases the hold', async () => {
    const before = await bank.balance(customer);
    const id = await createPending({ amount: 4_000 });
    const { status, body } = await bank.cancel(customer, id);
    expect(status).toBe(200);
    expect(body).toEqual({ id, status: 'canceled', canceled_at: INSTANT, message: expect.any(String) });
    expect(await bank.balance(customer)).toEqual(before);
    const { body: visible } = await get(`/v1/transactions/${id}`);
    const { canceled_at } = body as { canceled_at: string };
    expect(visible).toMatchObject({ status: 'canceled', updated_at: canceled_at, ended_at: canceled_at });
  });

  it('rejects a transaction that is no longer pending', async () => {
    const succeeded = await bank.settled(customer);
    expectRefusal(await bank.cancel(customer, succeeded), 409, 'not_cancellable');
    const canceled = await createPending();
    await bank.cancel(customer, canceled);
    expectRefusal(await bank.cancel(customer, canceled), 409, 'not_cancellable');
  });

  it('works with a content type and no body', async () => {
    const response = await bank.send(
      'DELETE',
      `/v1/transactions/${await createPending()}`,
      customer.token,
      undefined,
      {
        'content-type': 'application/json',
      },
    );
    expect(response.status).toBe(200);
  });

  it('returns 404 for transactions that the caller may not see', async () => {
    const id = await createPending();
    for (const path of [id, UNKNOWN_TRANSACTION, 'nothing'])
      expectRefusal(await bank.cancel(other, path), 404, 'not_found');
  });
});

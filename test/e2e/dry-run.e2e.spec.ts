import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { expectRefusal } from '../support/account-holders.js';
import { Bank, type Customer } from '../support/bank.js';

const DRY_RUN = { 'dry-run': 'true' };
const PAYMENT = { customer_email: 'customer@example.com' };

let bank: Bank;
let customer: Customer;
let other: Customer;
let database: pg.Client;

beforeAll(async () => {
  bank = await Bank.open();
  [customer, other] = [await bank.customer(1_000), await bank.customer(300)];
  database = new pg.Client({ connectionString: bank.api.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await bank.close();
});

const TABLES = ['transactions', 'entries', 'events', 'idempotency_keys', 'payment_requests', 'books'];

/** The rows of every table that a create writes. */
async function storedRows(): Promise<string[]> {
  const found: string[] = [];
  for (const table of TABLES) {
    const { rows } = await database.query<{ row: string }>(
      `SELECT t::text AS row FROM ${table} AS t ORDER BY 1`,
    );
    found.push(...rows.map(({ row }) => `${table} ${row}`));
  }
  return found;
}

const aCreate = ({ id }: Customer, changes: object = {}) => ({
  account_id: id,
  amount: 400,
  currency: 'USD',
  ...changes,
});
const aTransfer = (changes: object = {}) => ({
  from_account_id: customer.id,
  to_account_id: other.id,
  amount: 400,
  currency: 'USD',
  ...changes,
});

/** The bodies of all creates with a dry run. */
const creates = (): readonly (readonly [path: string, body: object])[] => [
  ['/v1/transactions', aCreate(customer, { type: 'payment' })],
  ['/v1/transfers', aTransfer()],
  ['/v1/payments', aCreate(customer, PAYMENT)],
  ['/v1/transactions/batch', { transactions: [aCreate(customer, { type: 'credit' })], atomic: false }],
];

const post = (
  path: string,
  body: object,
  headers: Record<string, string> = DRY_RUN,
  token = customer.token,
) => bank.send('POST', path, token, body, headers);

describe('Dry-Run: true', () => {
  it('returns the transaction with a null id and the balance after it', async () => {
    const response = await post(
      '/v1/transactions',
      aCreate(customer, { type: 'payment', reference: 'order 7' }),
    );
    expect([response.status, response.body]).toMatchObject([
      200,
      {
        dry_run: true,
        result: { id: null, account_id: customer.id, amount: 400, status: 'pending', reference: 'order 7' },
        balance: { currency: 'USD', available: 600, held: 400, incoming: 0 },
      },
    ]);
    const created = await bank.create({ ...other, token: bank.admin }, { type: 'credit', amount: 1 });
    const { result } = response.body as { result: object };
    expect(Object.keys(result).sort()).toEqual(Object.keys(created.body).sort());
  });

  it('settles with settle: true', async () => {
    const body = aCreate(customer, { type: 'credit', settle: true });
    expect((await post('/v1/transactions', body, DRY_RUN, bank.admin)).body).toMatchObject({
      result: { id: null, status: 'succeeded' },
      balance: { available: 1_400, held: 0, incoming: 0 },
    });
    expectRefusal(await post('/v1/transactions', body), 403, 'forbidden');
  });

  it('returns the transfer with the balance of the source', async () => {
    const response = await post('/v1/transfers', aTransfer());
    expect([response.status, response.body]).toMatchObject([
      200,
      {
        dry_run: true,
        result: { id: null, from_account_id: customer.id, to_account_id: other.id, status: 'pending' },
        balance: { available: 600, held: 400 },
      },
    ]);
  });

  it('returns the payment request with neither id nor page', async () => {
    const response = await post('/v1/payments', aCreate(customer, PAYMENT));
    expect([response.status, response.body]).toMatchObject([
      200,
      {
        dry_run: true,
        result: { id: null, payment_url: null, status: 'pending', amount: 400 },
        balance: { available: 1_000, held: 0, incoming: 0 },
      },
    ]);
  });

  it('returns the results of a batch, and its balance if it is of one account', async () => {
    const one = [aCreate(customer, { type: 'payment' }), aCreate(customer, { type: 'payment', amount: 601 })];
    expect((await post('/v1/transactions/batch', { transactions: one, atomic: false })).body).toMatchObject({
      dry_run: true,
      result: {
        results: [
          { status: 201, transaction: { id: null, amount: 400 } },
          { status: 402, error: 'insufficient_funds' },
        ],
      },
      balance: { available: 600, held: 400 },
    });
    expectRefusal(
      await post('/v1/transactions/batch', { transactions: one, atomic: true }),
      422,
      'batch_failed',
    );
    const two = [aCreate(customer, { type: 'credit' }), aCreate(other, { type: 'credit' })];
    const both = await post(
      '/v1/transactions/batch',
      { transactions: two, atomic: true },
      DRY_RUN,
      bank.admin,
    );
    expect(both.body).toMatchObject({
      balance: null,
      result: { results: [{ status: 201 }, { status: 201 }] },
    });
    const hidden = await post('/v1/transactions/batch', { transactions: two, atomic: false });
    expect(hidden.body).toMatchObject({ result: { results: [{ status: 201 }, { status: 404 }] } });
    expectRefusal(
      await post('/v1/transactions/batch', { transactions: two, atomic: true }),
      422,
      'batch_failed',
    );
  });

  it('stores nothing, not even an Idempotency-Key', async () => {
    const before = await storedRows();
    for (const [path, body] of creates()) {
      const response = await post(path, body, { ...DRY_RUN, 'idempotency-key': 'dry' });
      expect([path, response.status]).toEqual([path, 200]);
    }
    expect(await storedRows()).toEqual(before);
  });

  it('does not read an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'read' };
    const body = aCreate(customer, { type: 'credit' });
    const created = await post('/v1/transactions', body, key);
    expect(created.status).toBe(201);
    const dry = await post('/v1/transactions', { ...body, amount: 7 }, { ...key, ...DRY_RUN });
    expect([dry.status, dry.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect((await post('/v1/transactions', body, key)).text).toBe(created.text);
    await bank.cancel(customer, (created.body as { id: string }).id);
  });

  it('refuses as the create does', async () => {
    expectRefusal(
      await post('/v1/transactions', aCreate(customer, { type: 'payment', amount: 9_999 })),
      402,
      'insufficient_funds',
    );
    expectRefusal(await post('/v1/transactions', aCreate(other, { type: 'payment' })), 404, 'not_found');
    expectRefusal(await post('/v1/transactions', aCreate(customer)), 400, 'invalid_request');
    expectRefusal(await post('/v1/transfers', aTransfer({ amount: 9_999 })), 402, 'insufficient_funds');
    expectRefusal(await post('/v1/transfers', aTransfer({ to_account_id: 'nothing' })), 404, 'not_found');
    expectRefusal(await post('/v1/payments', aCreate(other, PAYMENT)), 404, 'account_not_found');
    expectRefusal(
      await post('/v1/payments', aCreate(customer, { ...PAYMENT, currency: 'EUR' })),
      400,
      'invalid_request',
    );
    expectRefusal(
      await post('/v1/payments', aCreate(customer, { ...PAYMENT, expires_at: '2020-01-01T00:00:00Z' })),
      400,
      'invalid_request',
    );
  });
});

describe('the header Dry-Run', () => {
  it.each(['false', 'TRUE', '1', '', 'true, true'])(
    'is rejected with the value "%s", and nothing is executed',
    async (value) => {
      const before = await storedRows();
      for (const [path, body] of creates())
        expectRefusal(await post(path, body, { 'dry-run': value }), 400, 'invalid_request');
      expect(await storedRows()).toEqual(before);
    },
  );

  it('is rejected by every other operation, and nothing is executed', async () => {
    const pending = await bank.create(customer, { amount: 1 });
    const { id } = pending.body as { id: string };
    const subscription = aCreate(customer, { ...PAYMENT, interval: 'month' });
    const endpoint = { url: 'https://shop.example.com/webhooks', events: ['*'] };
    const before = await storedRows();
    for (const [method, path, token, body] of [
      ['POST', `/v1/transactions/${id}/settle`, bank.admin, {}],
      ['DELETE', `/v1/transactions/${id}`, customer.token, undefined],
      ['PATCH', `/v1/transactions/${id}`, customer.token, { reference: 'x' }],
      ['POST', '/v1/subscriptions', customer.token, subscription],
      ['POST', '/v1/api_keys', customer.token, { name: 'key' }],
      ['POST', '/v1/webhook_endpoints', customer.token, endpoint],
      ['DELETE', '/v1/account', customer.token, undefined],
      ['GET', '/v1/transactions', customer.token, undefined],
    ] as const)
      expectRefusal(await bank.send(method, path, token, body, DRY_RUN), 400, 'invalid_request');
    expect(await storedRows()).toEqual(before);
    // Also by the routes that no controller declares.
    expect((await fetch(`${bank.api.url}/pay/nothing`)).status).toBe(404);
    expect((await fetch(`${bank.api.url}/pay/nothing`, { headers: DRY_RUN })).status).toBe(400);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addKey, addUser, expectRefusal } from '../support/account-holders.js';
import { Bank, type Customer } from '../support/bank.js';
import type { TestResponse } from '../support/running-api.js';

const UNKNOWN_TRANSACTION = 'txn_01k9zxv3s8e7qv5m2c4w6y8h0j';
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown as string;

let bank: Bank;
let customer: Customer;

beforeAll(async () => {
  bank = await Bank.open();
  customer = await bank.customer(1_000_000);
});
afterAll(() => bank.close());

const get = (path: string, token = customer.token) => bank.send('GET', path, token);
const idOf = (response: TestResponse) => (response.body as { id: string }).id;
const createPending = async (changes: object = {}) => idOf(await bank.create(customer, changes));

describe('POST /v1/transactions/{transaction_id}/settle', () => {
  it('settles as succeeded by default, and as failed on request', async () => {
    const paid = await bank.settle(await createPending());
    expect([paid.status, paid.body]).toMatchObject([200, { status: 'succeeded', failure_reason: null }]);
    const failed = await bank.settle(await createPending(), { status: 'failed', failure_reason: 'no route' });
    expect(failed.body).toMatchObject({ status: 'failed', failure_reason: 'no route' });
    for (const { body } of [paid, failed]) {
      const { updated_at, ended_at } = body as { updated_at: string; ended_at: string };
      expect(ended_at).toBe(updated_at);
    }
  });

  it('adds a credit to the balance', async () => {
    const before = await bank.balance(customer);
    const id = await createPending({ type: 'credit', amount: 50 });
    expect(await bank.balance(customer)).toEqual({ ...before, incoming: before.incoming + 50 });
    await bank.settle(id);
    expect(await bank.balance(customer)).toEqual({ ...before, available: before.available + 50 });
  });

  it('rejects a transaction that is not pending, and a failure reason without a failure', async () => {
    expectRefusal(await bank.settle(await bank.settled(customer)), 409, 'conflict');
    expectRefusal(await bank.settle(await createPending(), { failure_reason: 'x' }), 400, 'invalid_request');
    expectRefusal(await bank.settle(await createPending(), { status: 'canceled' }), 400, 'invalid_request');
    expectRefusal(await bank.settle(UNKNOWN_TRANSACTION), 404, 'not_found');
  });

  it('is for admins', async () => {
    const response = await bank.send(
      'POST',
      `/v1/transactions/${await createPending()}/settle`,
      customer.token,
      {},
    );
    expectRefusal(response, 403, 'forbidden');
  });
});

describe('GET /v1/account/balance', () => {
  it('returns available, held and incoming amounts', async () => {
    const { status, body } = await get('/v1/account/balance');
    expect(status).toBe(200);
    expect(body).toEqual({
      account_id: customer.id,
      currency: 'USD',
      available: expect.any(Number),
      held: expect.any(Number),
      incoming: expect.any(Number),
      updated_at: INSTANT,
    });
  });

  it('is rejected for callers without an account and without X-Account-Id', async () => {
    expectRefusal(await get('/v1/account/balance', bank.admin), 403, 'forbidden');
    expectRefusal(await bank.api.request('GET', '/v1/account/balance'), 401, 'unauthorized');
  });
});

describe('GET /v1/account/log_head', () => {
  it('returns the newest event and its hash, also to an admin with X-Account-Id', async () => {
    await createPending();
    const { body: page } = await get('/v1/events?limit=1');
    const [newest] = (page as { data: { id: string; hash: string }[] }).data;
    const { status, body } = await get('/v1/account/log_head');
    expect([status, body]).toEqual([
      200,
      { account_id: customer.id, event_id: newest?.id, hash: newest?.hash },
    ]);
    expect(newest?.hash).toMatch(/^[0-9a-f]{64}$/);
    const acting = { 'x-account-id': customer.id };
    const asAdmin = await bank.send('GET', '/v1/account/log_head', bank.admin, undefined, acting);
    expect(asAdmin.body).toEqual(body);
  });

  it('is rejected for callers without an account and without X-Account-Id', async () => {
    expectRefusal(await get('/v1/account/log_head', bank.admin), 403, 'forbidden');
    expectRefusal(await bank.api.request('GET', '/v1/account/log_head'), 401, 'unauthorized');
  });
});

describe('GET /v1/events', () => {
  it('lists the events of the account, newest first, page by page', async () => {
    const fresh = await bank.customer();
    const id = await bank.settled(fresh, { type: 'credit', amount: 70, reference: 'r' });
    const { status, body } = await get('/v1/events', fresh.token);
    const { object, data, has_more } = body as {
      object: string;
      data: { id: string; type: string }[];
      has_more: boolean;
    };
    expect([status, object, has_more]).toEqual([200, 'list', false]);
    expect(data.slice(0, 2)).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'transaction.succeeded',
        account_id: fresh.id,
        subject_id: id,
        data: { type: 'credit', amount: 70, currency: 'USD', status: 'succeeded' },
        created_at: INSTANT,
        actor: expect.stringMatching(/^user_/),
        balance: { available: 70, held: 0, incoming: 0 },
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      expect.objectContaining({ type: 'transaction.created', subject_id: id }),
    ]);
    const older = await get(`/v1/events?limit=1&starting_after=${data[0]!.id}`, fresh.token);
    expect((older.body as { data: unknown }).data).toEqual([data[1]]);
  });

  it('rejects invalid cursors', async () => {
    expectRefusal(await get(`/v1/events?starting_after=${UNKNOWN_TRANSACTION}`), 400, 'invalid_request');
  });

  it('lists the events of all accounts for admins and platform keys, and of one with X-Account-Id', async () => {
    const customers = [await bank.customer(), await bank.customer()];
    const accounts = customers.map(({ id }) => id);
    for (const token of [bank.admin, await addKey(bank.api, bank.admin)]) {
      const accountsOf = async (headers: Record<string, string>) => {
        const { status, body } = await bank.send('GET', '/v1/events?limit=100', token, undefined, headers);
        expect(status).toBe(200);
        return (body as { data: { account_id: string }[] }).data.map(({ account_id }) => account_id);
      };
      expect(await accountsOf({})).toEqual(expect.arrayContaining(accounts));
      expect(new Set(await accountsOf({ 'x-account-id': accounts[0]! }))).toEqual(new Set([accounts[0]]));
    }
    expectRefusal(await get('/v1/events', (await addUser(bank.api)).token), 403, 'forbidden');
  });
});

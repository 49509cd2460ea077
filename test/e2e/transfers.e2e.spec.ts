import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addKey, addUser, expectRefusal, outcomeOf } from '../support/account-holders.js';
import { Bank, type Customer } from '../support/bank.js';
import type { TestResponse } from '../support/running-api.js';

const UNKNOWN_ACCOUNT = 'acct_01k9zxv3s8e7qv5m2c4w6y8h0j';
const UNKNOWN_TRANSFER = 'trf_01k9zxv3s8e7qv5m2c4w6y8h0j';
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown as string;

let bank: Bank;

beforeAll(async () => {
  bank = await Bank.open();
});
afterAll(() => bank.close());

const idOf = ({ body }: TestResponse) => (body as { id: string }).id;
const itemsOf = ({ body }: TestResponse) => (body as { data: Record<string, unknown>[] }).data;
const get = (path: string, { token }: Pick<Customer, 'token'>) => bank.send('GET', path, token);
const cancel = (id: string, { token }: Pick<Customer, 'token'>) =>
  bank.send('DELETE', `/v1/transfers/${id}`, token);
const asAdmin = (customer: Customer): Customer => ({ ...customer, token: bank.admin });

async function openPair(funds = 1_000): Promise<{ from: Customer; to: Customer }> {
  return { from: await bank.customer(funds), to: await bank.customer() };
}

const balances = async ({ from, to }: { from: Customer; to: Customer }) => [
  await bank.balance(from),
  await bank.balance(to),
];

async function sideOf(id: string, customer: Customer): Promise<Record<string, unknown>> {
  const side = itemsOf(await get('/v1/transactions', customer)).find(({ transfer_id }) => transfer_id === id);
  if (side === undefined) throw new Error('The account has no side of the transfer.');
  return side;
}

const eventTypes = async (id: string, customer: Customer) =>
  itemsOf(await get(`/v1/events?subject_id=${id}`, customer)).map(({ type }) => type);

describe('POST /v1/transfers', () => {
  it('holds the money at the source, and is incoming at the destination', async () => {
    const pair = await openPair();
    const response = await bank.transfer(pair.from, pair.to, {
      amount: 400,
      reference: 'rent',
      metadata: { room: 2 },
    });
    expect([response.status, response.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^trf_[0-9a-z]{26}$/),
        from_account_id: pair.from.id,
        to_account_id: pair.to.id,
        amount: 400,
        currency: 'USD',
        status: 'pending',
        reference: 'rent',
        metadata: { room: 2 },
        created_at: INSTANT,
        ended_at: null,
      },
    ]);
    expect(await balances(pair)).toEqual([
      { available: 600, held: 400, incoming: 0 },
      { available: 0, held: 0, incoming: 400 },
    ]);
  });

  it('shows both accounts their own side, and not the metadata of the source', async () => {
    const { from, to } = await openPair();
    const id = idOf(await bank.transfer(from, to, { reference: 'rent', metadata: { room: 2 } }));
    expect(await sideOf(id, from)).toMatchObject({
      type: 'payment',
      reference: 'rent',
      metadata: { room: 2 },
    });
    expect(await sideOf(id, to)).toMatchObject({ type: 'credit', reference: 'rent', metadata: {} });
    expect((await get(`/v1/transfers/${id}`, from)).body).toMatchObject({ metadata: { room: 2 } });
    const received = { from_account_id: from.id, to_account_id: to.id, reference: 'rent', metadata: {} };
    expect((await get(`/v1/transfers/${id}`, to)).body).toMatchObject(received);
    expect(await eventTypes(id, to)).toEqual(['transfer.created']);
    const [event] = itemsOf(await get(`/v1/events?type=transfer.created`, to));
    expect(event).toMatchObject({ account_id: to.id, subject_id: id, data: { from_account_id: from.id } });
    expect(JSON.stringify(event)).not.toContain('room');
  });

  it('is replayed with the same Idempotency-Key, and refused with another body', async () => {
    const { from, to } = await openPair();
    const key = { 'idempotency-key': 'rent of May' };
    const first = await bank.transfer(from, to, {}, key);
    const again = await bank.transfer(from, to, {}, key);
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      first.text,
      'true',
    ]);
    expectRefusal(await bank.transfer(from, to, { amount: 1 }, key), 422, 'idempotency_mismatch');
    expect(await bank.balance(from)).toMatchObject({ held: 500 });
  });

  it('refuses accounts that do not exist or are not the caller’s', async () => {
    const { from, to } = await openPair();
    expectRefusal(await bank.transfer({ ...from, id: to.id }, from), 404, 'not_found');
    for (const id of [UNKNOWN_ACCOUNT, 'nothing']) {
      expectRefusal(await bank.transfer({ ...from, id }, to), 404, 'not_found');
      expectRefusal(await bank.transfer(asAdmin({ ...from, id }), to), 404, 'not_found');
      expectRefusal(await bank.transfer(from, { id }), 404, 'not_found');
    }
    const acting = { 'x-account-id': to.id };
    expectRefusal(await bank.transfer(asAdmin(from), to, {}, acting), 404, 'not_found');
    expectRefusal(await bank.transfer(from, to, {}, acting), 404, 'not_found');
    expect(await bank.balance(from)).toMatchObject({ held: 0 });
  });

  it('refuses a destination that is closed or not active, the same account twice, and other currencies', async () => {
    const { from, to } = await openPair();
    expectRefusal(await bank.transfer(from, from), 400, 'invalid_request');
    expectRefusal(await bank.transfer(from, to, { currency: 'EUR' }), 400, 'currency_mismatch');
    const european = await bank.customer(0, { currency: 'EUR' });
    expectRefusal(await bank.transfer(from, european), 400, 'currency_mismatch');
    await bank.send('PATCH', `/v1/accounts/${to.id}`, bank.admin, { status: 'suspended' });
    expectRefusal(await bank.transfer(from, to), 400, 'invalid_request');
    const closed = await bank.customer();
    await bank.send('DELETE', '/v1/account', closed.token);
    expectRefusal(await bank.transfer(from, closed), 404, 'not_found');
    expect(await bank.balance(from)).toEqual({ available: 1_000, held: 0, incoming: 0 });
  });

  it('refuses more than the balance, and stores nothing', async () => {
    const { from, to } = await openPair(100);
    expectRefusal(await bank.transfer(from, to, { amount: 101 }), 402, 'insufficient_funds');
    expect(itemsOf(await get('/v1/transfers', from))).toEqual([]);
    expect(itemsOf(await get('/v1/transactions', to))).toEqual([]);
  });

  it.each([
    ['no destination', { to_account_id: undefined }],
    ['a number as destination', { to_account_id: 7 }],
    ['a zero amount', { amount: 0 }],
    ['no currency', { currency: undefined }],
    ['text for settle', { settle: 'true' }],
    ['an unknown field', { type: 'payment' }],
  ])('rejects %s', async (_, changes) => {
    const { from, to } = await openPair();
    expectRefusal(await bank.transfer(from, to, changes), 400, 'invalid_request');
  });
});

describe('settle: true', () => {
  it('creates and settles a transfer in one request, for admins and platform keys', async () => {
    const platform = await addKey(bank.api, bank.admin);
    for (const token of [bank.admin, platform]) {
      const pair = await openPair();
      const response = await bank.transfer({ ...pair.from, token }, pair.to, { settle: true });
      expect([response.status, response.body]).toMatchObject([
        201,
        { status: 'succeeded', ended_at: INSTANT },
      ]);
      expect(await balances(pair)).toMatchObject([{ available: 500 }, { available: 500 }]);
      expect(await eventTypes(idOf(response), pair.to)).toEqual(['transfer.succeeded', 'transfer.created']);
    }
  });

  it('creates and settles a transaction in one request, with both events', async () => {
    const customer = await bank.customer();
    const body = { type: 'credit', settle: true };
    const response = await bank.create(asAdmin(customer), body, { 'idempotency-key': 'final' });
    expect([response.status, response.body]).toMatchObject([201, { status: 'succeeded', ended_at: INSTANT }]);
    expect(await bank.balance(customer)).toEqual({ available: 500, held: 0, incoming: 0 });
    expect(await eventTypes(idOf(response), customer)).toEqual([
      'transaction.succeeded',
      'transaction.created',
    ]);
    const again = await bank.create(asAdmin(customer), body, { 'idempotency-key': 'final' });
    expect(again.text).toBe(response.text);
  });

  it('is 403 for all others, and null and false mean that it was not sent', async () => {
    const { from, to } = await openPair();
    const key = await addKey(bank.api, from.token);
    for (const token of [from.token, key]) {
      expectRefusal(await bank.create({ ...from, token }, { settle: true }), 403, 'forbidden');
      expectRefusal(await bank.transfer({ ...from, token }, to, { settle: true }), 403, 'forbidden');
    }
    for (const settle of [null, false]) {
      expect((await bank.create(from, { settle, amount: 1 })).body).toMatchObject({ status: 'pending' });
      expect((await bank.transfer(from, to, { settle, amount: 1 })).body).toMatchObject({
        status: 'pending',
      });
    }
    expect(await bank.balance(from)).toMatchObject({ held: 4 });
  });
});

describe('GET /v1/transactions/{transaction_id}/entries', () => {
  const entriesOf = (id: unknown, customer: Pick<Customer, 'token'>) =>
    get(`/v1/transactions/${String(id)}/entries`, customer);

  it('lists a balanced pair for each side of a settled transfer', async () => {
    const { from, to } = await openPair();
    const id = idOf(await bank.transfer(asAdmin(from), to, { settle: true }));
    for (const [customer, side, otherSide] of [
      [from, 'debit', 'credit'],
      [to, 'credit', 'debit'],
    ] as const) {
      const transaction = (await sideOf(id, customer)).id as string;
      const posted = { amount: 500, currency: 'USD', posted_at: INSTANT };
      expect((await entriesOf(transaction, customer)).body).toEqual({
        object: 'list',
        data: [
          { id: `${transaction}:account`, account: customer.id, side, ...posted },
          { id: `${transaction}:clearing`, account: 'clearing', side: otherSide, ...posted },
        ],
        has_more: false,
      });
    }
  });

  it('is empty before the transaction has succeeded, and 404 for other accounts', async () => {
    const { from, to } = await openPair();
    const id = idOf(await bank.create(from));
    expect(itemsOf(await entriesOf(id, from))).toEqual([]);
    expectRefusal(await entriesOf(id, to), 404, 'not_found');
    expectRefusal(await entriesOf('nothing', from), 404, 'not_found');
    expectRefusal(await entriesOf(id, await addUser(bank.api)), 403, 'forbidden');
    expectRefusal(await get(`/v1/transactions/${id}/entries?limit=1`, from), 400, 'invalid_request');
  });
});

describe('roles', () => {
  it('members get and list transfers, and nothing else', async () => {
    const { from, to } = await openPair();
    const id = idOf(await bank.transfer(from, to));
    const member = await addUser(bank.api, from.token);
    expect((await get(`/v1/transfers/${id}`, member)).status).toBe(200);
    expect(itemsOf(await get('/v1/transfers', member))).toHaveLength(1);
    expectRefusal(await bank.transfer({ ...from, token: member.token }, to), 403, 'forbidden');
    expectRefusal(await cancel(id, member), 403, 'forbidden');
    expectRefusal(await bank.settleTransfer(id, {}, member.token), 403, 'forbidden');
  });

  it('account keys create and cancel transfers, and only admins and platform keys settle them', async () => {
    const { from, to } = await openPair();
    const key = { ...from, token: await addKey(bank.api, from.token) };
    const id = idOf(await bank.transfer(key, to));
    for (const { token } of [from, key, to])
      expectRefusal(await bank.settleTransfer(id, {}, token), 403, 'forbidden');
    expect((await cancel(id, key)).status).toBe(200);
    const platform = await addKey(bank.api, bank.admin);
    const second = idOf(await bank.transfer({ ...from, token: platform }, to));
    expect((await bank.settleTransfer(second, {}, platform)).body).toMatchObject({ status: 'succeeded' });
  });

  it('users without an account get 403, and callers without a token 401', async () => {
    const { from, to } = await openPair();
    const { token } = await addUser(bank.api);
    expectRefusal(await bank.transfer({ ...from, token }, to), 403, 'forbidden');
    expectRefusal(await get('/v1/transfers', { token }), 403, 'forbidden');
    expect(outcomeOf(await bank.api.request('GET', '/v1/transfers'))).toBe('401 unauthorized');
  });

  it('a third account sees nothing of a transfer', async () => {
    const { from, to } = await openPair();
    const id = idOf(await bank.transfer(from, to));
    const other = await bank.customer();
    for (const response of [await get(`/v1/transfers/${id}`, other), await cancel(id, other)])
      expectRefusal(response, 404, 'not_found');
    expect(itemsOf(await get('/v1/transfers', other))).toEqual([]);
    for (const unknown of [UNKNOWN_TRANSFER, 'nothing']) {
      expectRefusal(await get(`/v1/transfers/${unknown}`, { token: bank.admin }), 404, 'not_found');
      expectRefusal(await bank.settleTransfer(unknown), 404, 'not_found');
    }
    const acting = { 'x-account-id': other.id };
    expectRefusal(
      await bank.send('POST', `/v1/transfers/${id}/settle`, bank.admin, {}, acting),
      404,
      'not_found',
    );
  });
});

describe('the end of a transfer', () => {
  it.each([
    [
      'succeeded',
      {},
      [
        { available: 500, held: 0 },
        { available: 500, incoming: 0 },
      ],
    ],
    [
      'failed',
      { status: 'failed', failure_reason: 'blocked' },
      [{ available: 1_000, held: 0 }, { incoming: 0 }],
    ],
  ] as const)('settles both sides as %s', async (status, settlement, expected) => {
    const pair = await openPair();
    const id = idOf(await bank.transfer(pair.from, pair.to));
    const settled = await bank.settleTransfer(id, settlement);
    expect([settled.status, settled.body]).toMatchObject([200, { id, status, ended_at: INSTANT }]);
    expect(await balances(pair)).toMatchObject(expected);
    for (const customer of [pair.from, pair.to]) {
      expect(await sideOf(id, customer)).toMatchObject({ status });
      expect(await eventTypes(id, customer)).toEqual([`transfer.${status}`, 'transfer.created']);
    }
    expectRefusal(await bank.settleTransfer(id), 409, 'conflict');
    expectRefusal(await cancel(id, pair.from), 409, 'not_cancellable');
  });

  it('is a cancellation by the source or an admin, never by the destination', async () => {
    const pair = await openPair();
    const id = idOf(await bank.transfer(pair.from, pair.to));
    expectRefusal(await cancel(id, pair.to), 403, 'forbidden');
    const canceled = await cancel(id, pair.from);
    expect([canceled.status, canceled.body]).toEqual([
      200,
      { id, status: 'canceled', canceled_at: INSTANT, message: expect.any(String) },
    ]);
    expect(await balances(pair)).toEqual([
      { available: 1_000, held: 0, incoming: 0 },
      { available: 0, held: 0, incoming: 0 },
    ]);
    expectRefusal(await cancel(id, pair.from), 409, 'not_cancellable');
    const second = idOf(await bank.transfer(pair.from, pair.to));
    expect((await cancel(second, { token: bank.admin })).status).toBe(200);
  });

  it('rejects a failure reason without the status failed', async () => {
    const { from, to } = await openPair();
    const id = idOf(await bank.transfer(from, to));
    expectRefusal(await bank.settleTransfer(id, { failure_reason: 'blocked' }), 400, 'invalid_request');
    expectRefusal(await bank.settleTransfer(id, { status: 'canceled' }), 400, 'invalid_request');
  });

  it('cannot happen to one side alone', async () => {
    const { from, to } = await openPair();
    const id = idOf(await bank.transfer(from, to));
    for (const customer of [from, to]) {
      const side = (await sideOf(id, customer)).id as string;
      expectRefusal(await bank.cancel(customer, side), 409, 'not_cancellable');
      expectRefusal(await bank.settle(side), 409, 'conflict');
    }
    await bank.settleTransfer(id);
    const refundOf = (await sideOf(id, from)).id;
    const refund = await bank.create(from, { type: 'refund', amount: 1, refund_of: refundOf });
    expectRefusal(refund, 400, 'invalid_request');
    expect(await bank.balance(from)).toEqual({ available: 500, held: 0, incoming: 0 });
  });
});

describe('closing an account', () => {
  it.each([
    ['the source', 'the destination', (pair: { from: Customer; to: Customer }) => [pair.from, pair.to]],
    ['the destination', 'the source', (pair: { from: Customer; to: Customer }) => [pair.to, pair.from]],
  ] as const)('%s first cancels its pending transfers on both sides, then %s', async (_, __, orderOf) => {
    const pair = await openPair();
    const there = idOf(await bank.transfer(pair.from, pair.to));
    const back = idOf(
      await bank.transfer(asAdmin(pair.to), pair.from, { amount: 1 }).then(async (refused) => {
        expectRefusal(refused, 402, 'insufficient_funds');
        await bank.settled(pair.to, { type: 'credit', amount: 1 });
        return bank.transfer(pair.to, pair.from, { amount: 1 });
      }),
    );
    for (const customer of orderOf(pair)) {
      expect((await bank.send('DELETE', '/v1/account', customer.token)).status).toBe(200);
      for (const id of [there, back])
        expect((await get(`/v1/transfers/${id}`, { token: bank.admin })).body).toMatchObject({
          status: 'canceled',
        });
    }
    for (const [{ id }, available] of [
      [pair.from, 1_000],
      [pair.to, 1],
    ] as const) {
      const headers = { 'x-account-id': id };
      const { body } = await bank.send('GET', '/v1/account/balance', bank.admin, undefined, headers);
      expect(body).toMatchObject({ available, held: 0, incoming: 0 });
    }
  });
});

describe('GET /v1/transfers', () => {
  it('lists transfers from and to the account, newest first, with cursors and a filter by status', async () => {
    const { from, to } = await openPair();
    const ids: string[] = [];
    for (let count = 1; count <= 3; count += 1)
      ids.unshift(idOf(await bank.transfer(from, to, { amount: count })));
    await bank.settleTransfer(ids[1]!);
    const list = async (query: string, customer: Customer) =>
      itemsOf(await get(`/v1/transfers${query}`, customer)).map(({ id }) => id);
    for (const customer of [from, to]) {
      expect(await list('', customer)).toEqual(ids);
      expect(await list('?limit=1', customer)).toEqual([ids[0]]);
      expect(await list(`?starting_after=${ids[0]!}`, customer)).toEqual(ids.slice(1));
      expect(await list(`?ending_before=${ids[2]!}&limit=1`, customer)).toEqual([ids[1]]);
      expect(await list('?status=succeeded', customer)).toEqual([ids[1]]);
    }
    expect((await get('/v1/transfers?limit=2', from)).body).toMatchObject({ has_more: true });
    const acting = { 'x-account-id': to.id };
    const listed = await bank.send('GET', '/v1/transfers', bank.admin, undefined, acting);
    expect(itemsOf(listed).map(({ id }) => id)).toEqual(ids);
    expect(await list('?limit=100', asAdmin(from))).toEqual(expect.arrayContaining(ids));
    expectRefusal(await get('/v1/transfers?status=done', from), 400, 'invalid_request');
    expectRefusal(await get('/v1/transfers?starting_after=txn_1', from), 400, 'invalid_request');
  });
});

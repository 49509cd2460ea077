import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addKey, expectRefusal, freshEmail, openAccount } from '../support/account-holders.js';
import { Bank, type Customer } from '../support/bank.js';
import type { TestResponse } from '../support/running-api.js';

interface Listed {
  readonly data: readonly { readonly id: string; readonly type: string; readonly subject_id: string }[];
}

const UNKNOWN_ACCOUNT = 'acct_00000000000000000000000000';

let bank: Bank;
let customer: Customer;
let other: Customer;

beforeAll(async () => {
  bank = await Bank.open();
  [customer, other] = [await bank.customer(), await bank.customer()];
});
afterAll(() => bank.close());

const get = (path: string, token: string, headers: Record<string, string> = {}) =>
  bank.send<Listed>('GET', path, token, undefined, headers);

async function list(
  path: string,
  query: Record<string, string>,
  token = customer.token,
  headers: Record<string, string> = {},
): Promise<Listed['data']> {
  const response = await get(`${path}?${new URLSearchParams(query).toString()}`, token, headers);
  if (response.status !== 200) throw new Error(response.text);
  return response.body.data;
}

const idOf = ({ body }: TestResponse) => (body as { id: string }).id;
const credit = async (owner: Customer, change: object): Promise<string> =>
  idOf(await bank.create(owner, { type: 'credit', amount: 10, ...change }));

async function expectInvalid(path: string, name: string): Promise<void> {
  const { status, body } = await get(path, customer.token);
  expect(status).toBe(400);
  expect(body).toEqual({ error: 'invalid_request', message: expect.stringContaining(name) });
}

describe('transactions', () => {
  const ids = async (query: Record<string, string>, token?: string, headers?: Record<string, string>) =>
    (await list('/v1/transactions', query, token, headers)).map(({ id }) => id);

  it('are found by their reference, in the caller’s account, or in all accounts for admins', async () => {
    const reference = 'Größe 4 & 20 % – "A/1"';
    const first = await credit(customer, { reference });
    const second = await credit(customer, { reference });
    await credit(customer, { reference: 'Größe 4' });
    const foreign = await credit(other, { reference });
    expect(await ids({ reference })).toEqual([second, first]);
    expect(await ids({ reference, starting_after: second })).toEqual([first]);
    expect(await ids({ reference, status: 'succeeded' })).toEqual([]);
    expect(await ids({ reference }, bank.admin)).toEqual([foreign, second, first]);
    expect(await ids({ reference, account_id: other.id }, bank.admin)).toEqual([foreign]);
    expect(await ids({ reference }, bank.admin, { 'x-account-id': customer.id })).toEqual([second, first]);
  });

  it('are found by their amount, both bounds inclusive', async () => {
    const owner = await bank.customer();
    const [small, middle, large] = [
      await credit(owner, { amount: 1 }),
      await credit(owner, { amount: 7500 }),
      await credit(owner, { amount: 1_000_000_000_000 }),
    ];
    expect(await ids({ amount_min: '7500' }, owner.token)).toEqual([large, middle]);
    expect(await ids({ amount_max: '7500' }, owner.token)).toEqual([middle, small]);
    expect(await ids({ amount_min: '2', amount_max: '7499' }, owner.token)).toEqual([]);
    expect(await ids({ amount_min: '1000000000000', type: 'credit' }, owner.token)).toEqual([large]);
    expect(await ids({ amount_min: '1000000000000' }, bank.admin)).toEqual([large]);
  });

  it.each([
    ['reference', 'reference='],
    ['reference', `reference=${'x'.repeat(256)}`],
    ['reference', 'reference=a&reference=b'],
    ['amount_min', 'amount_min=0'],
    ['amount_min', 'amount_min=1.5'],
    ['amount_max', 'amount_max=1000000000001'],
    ['amount_max', 'amount_max=1&amount_max=2'],
  ])('cannot be filtered by an invalid %s: %s', async (name, query) => {
    await expectInvalid(`/v1/transactions?${query}`, name);
  });
});

describe('payment requests', () => {
  const ids = async (query: Record<string, string>, token?: string, headers?: Record<string, string>) =>
    (await list('/v1/payments', query, token, headers)).map(({ id }) => id);
  const requestFrom = async (owner: Customer, customer_email: string) => {
    const body = { account_id: owner.id, amount: 5, currency: 'USD', customer_email };
    const created = await bank.send('POST', '/v1/payments', owner.token, body);
    expect(created.status).toBe(201);
    return created.body as Record<'id' | 'created_at', string>;
  };

  it('are found by their customer, ignoring case', async () => {
    const email = 'Jürgen.Öl+x@example.com';
    const first = await requestFrom(customer, email);
    await requestFrom(customer, 'another@example.com');
    const second = await requestFrom(customer, email);
    const foreign = await requestFrom(other, email);
    const query = { customer_email: email.toUpperCase() };
    expect(await ids(query)).toEqual([second.id, first.id]);
    expect(await ids({ ...query, starting_after: second.id })).toEqual([first.id]);
    expect(await ids({ ...query, status: 'succeeded' })).toEqual([]);
    expect(await ids(query, bank.admin)).toEqual([foreign.id, second.id, first.id]);
    expect(await ids(query, bank.admin, { 'x-account-id': other.id })).toEqual([foreign.id]);
  });

  it('are found by their creation time, both bounds exclusive, or by a bare date', async () => {
    const owner = await bank.customer();
    const payments: Record<'id' | 'created_at', string>[] = [];
    for (let count = 0; count < 3; count++) {
      payments.unshift(await requestFrom(owner, 'grace@example.com'));
      // The next one is created in another millisecond.
      await delay(2);
    }
    const [third, second, first] = payments;
    const found = (query: Record<string, string>) => ids(query, owner.token);
    expect(await found({ created_after: second!.created_at })).toEqual([third!.id]);
    expect(await found({ created_before: second!.created_at })).toEqual([first!.id]);
    const around = { created_after: first!.created_at, created_before: third!.created_at };
    expect(await found(around)).toEqual([second!.id]);
    const dayAt = (days: number) =>
      new Date(Date.parse(first!.created_at) + days * 86_400_000).toISOString().slice(0, 10);
    expect(await found({ created_after: dayAt(-1), created_before: dayAt(2) })).toHaveLength(3);
    expect(await found({ created_after: dayAt(1) })).toEqual([]);
    expect(await found({ created_before: dayAt(0) })).toEqual([]);
  });

  it.each([
    ['customer_email', 'customer_email=x'],
    ['customer_email', 'customer_email=a@example.com&customer_email=b@example.com'],
    ['created_after', 'created_after=yesterday'],
    ['created_before', 'created_before=2026-02-30'],
  ])('cannot be filtered by an invalid %s: %s', async (name, query) => {
    await expectInvalid(`/v1/payments?${query}`, name);
  });
});

describe('events', () => {
  it('are found by type and by subject, within the account', async () => {
    const owner = await bank.customer();
    const [first, second] = [await credit(owner, {}), await credit(owner, {})];
    await bank.settle(first);
    const events = async (query: Record<string, string>, token = owner.token) =>
      (await list('/v1/events', query, token)).map(({ type, subject_id }) => [type, subject_id]);
    expect(await events({ subject_id: first })).toEqual([
      ['transaction.succeeded', first],
      ['transaction.created', first],
    ]);
    expect(await events({ subject_id: owner.id })).toEqual([['account.opened', owner.id]]);
    expect(await events({ type: 'transaction.created' })).toEqual([
      ['transaction.created', second],
      ['transaction.created', first],
    ]);
    expect(await events({ type: 'account.opened' })).toEqual([['account.opened', owner.id]]);
    expect(await events({ type: 'transaction.created', subject_id: second })).toEqual([
      ['transaction.created', second],
    ]);
    expect(await events({ subject_id: first }, other.token)).toEqual([]);
  });

  it.each([
    ['type', 'type=transaction.exploded'],
    ['subject_id', 'subject_id=nonsense'],
    ['subject_id', 'subject_id=user_00000000000000000000000000'],
  ])('cannot be filtered by an invalid %s: %s', async (name, query) => {
    await expectInvalid(`/v1/events?${query}`, name);
  });
});

describe('accounts', () => {
  const ids = async (query: Record<string, string>) =>
    (await list('/v1/accounts', query, bank.admin)).map(({ id }) => id);

  it('are found by a part of their name or email, ignoring case, with % and _ as literals', async () => {
    const email = freshEmail('needle');
    const { id: first } = await openAccount(bank.api, { email, name: 'Straw & Hay' });
    const { id: second } = await openAccount(bank.api, { name: 'NEEDLE 100 %_', type: 'individual' });
    expect(await ids({ search: 'Needle' })).toEqual([second, first]);
    expect(await ids({ search: 'needle', type: 'individual' })).toEqual([second]);
    expect(await ids({ search: '%_' })).toEqual([second]);
    expect(await ids({ search: 'n_edle' })).toEqual([]);
    expectRefusal(await bank.send('GET', '/v1/accounts?search=', bank.admin), 400, 'invalid_request');
  });

  it('are found by a bare date, which means after or before that whole day in UTC', async () => {
    const { id, email } = await openAccount(bank.api);
    const { body } = await bank.send('GET', `/v1/accounts/${id}`, bank.admin);
    const dayAt = (days: number) =>
      new Date(Date.parse(String(body.created_at)) + days * 86_400_000).toISOString().slice(0, 10);
    expect(await ids({ search: email, created_after: dayAt(-1), created_before: dayAt(1) })).toEqual([id]);
    expect(await ids({ search: email, created_after: dayAt(0) })).toEqual([]);
    expect(await ids({ search: email, created_before: dayAt(0) })).toEqual([]);
    const invalid = await bank.send('GET', '/v1/accounts?created_after=2026-02-30', bank.admin);
    expectRefusal(invalid, 400, 'invalid_request');
  });

  it('are retrieved by id, also closed ones, by admins and platform keys only', async () => {
    const { id, token } = await openAccount(bank.api);
    const own = await bank.send('GET', '/v1/account', token);
    for (const allowed of [bank.admin, await addKey(bank.api, bank.admin)]) {
      const byId = await bank.send('GET', `/v1/accounts/${id}`, allowed);
      expect([byId.status, byId.body]).toEqual([200, own.body]);
    }
    for (const refused of [token, await addKey(bank.api, token)])
      expectRefusal(await bank.send('GET', `/v1/accounts/${id}`, refused), 403, 'forbidden');
    for (const unknown of [UNKNOWN_ACCOUNT, 'nonsense'])
      expectRefusal(await bank.send('GET', `/v1/accounts/${unknown}`, bank.admin), 404, 'not_found');
    expect((await bank.send('DELETE', '/v1/account', token)).status).toBe(200);
    const closed = await bank.send('GET', `/v1/accounts/${id}`, bank.admin);
    expect(closed.body).toMatchObject({ id, status: 'closed' });
  });
});

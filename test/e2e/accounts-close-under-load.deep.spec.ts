import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { outcomeOf } from '../support/account-holders.js';
import { Bank, type Customer } from '../support/bank.js';
import { type TestResponse, type RunningApi, startApi } from '../support/running-api.js';

const CLIENTS = 32;
const FUNDS = 10_000_000;

interface Listed {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly created_at: string;
}

let bank: Bank;
let second: RunningApi;

beforeAll(async () => {
  bank = await Bank.open();
  second = await startApi({ databaseUrl: bank.api.databaseUrl });
});
afterAll(async () => {
  await second.stop();
  await bank.close();
});

const asAdmin = (path: string, { id }: Customer) =>
  bank.send('GET', path, bank.admin, undefined, { 'x-account-id': id });

/** All items of a cursor list of the customer. */
async function walk(path: string, customer: Customer): Promise<Listed[]> {
  const found: Listed[] = [];
  for (;;) {
    const after = found.length === 0 ? '' : `&starting_after=${found.at(-1)!.id}`;
    const { body } = await asAdmin(`${path}?limit=100${after}`, customer);
    found.push(...(body.data as Listed[]));
    if (body.has_more !== true) return found;
  }
}

/** Creates transactions one after the other until one is rejected, half of the clients with the owner's token. */
async function keepCreating(customer: Customer, client: number, created: string[]): Promise<TestResponse> {
  const token = client % 2 === 0 ? customer.token : bank.admin;
  for (let turn = 0; ; turn++) {
    const type = (client + turn) % 3 === 0 ? 'credit' : 'payment';
    const response = await bank.create({ ...customer, token }, { type, amount: 7 });
    if (response.status !== 201) return response;
    created.push((response.body as { id: string }).id);
  }
}

describe(`closing an account while ${CLIENTS} clients create transactions on it`, () => {
  let customer: Customer;
  let created: string[];
  let last: TestResponse[];
  let closure: TestResponse;
  let transactions: Listed[];

  beforeAll(async () => {
    customer = await bank.customer(FUNDS);
    created = [];
    const clients = Array.from({ length: CLIENTS }, (_, client) => keepCreating(customer, client, created));
    while (created.length < 200) await delay(5);
    closure = await bank.send('DELETE', '/v1/account', customer.token);
    last = await Promise.all(clients);
    transactions = await walk('/v1/transactions', customer);
  });

  it('succeeds, and every client ends with 401 or 404', () => {
    expect(closure.status).toBe(200);
    for (const response of last) {
      // 404: the request was authenticated before the closure and then waited for the row lock on the balance.
      expect(['401 unauthorized', '404 not_found']).toContain(outcomeOf(response));
    }
  });

  it('leaves no event after closed_at', async () => {
    const closedAt = closure.body.closed_at as string;
    const events = await walk('/v1/events', customer);
    for (const { created_at } of [...transactions, ...events]) expect(created_at <= closedAt).toBe(true);
    expect(events[0]).toMatchObject({ type: 'account.closed', created_at: closedAt });
  });

  it('keeps exactly the transactions that returned 201, and cancels the pending ones', () => {
    const [funding, ...rest] = transactions.toReversed();
    expect(funding).toMatchObject({ type: 'credit', status: 'succeeded' });
    expect(rest.map(({ id }) => id).sort()).toEqual([...created].sort());
    expect(new Set(rest.map(({ status }) => status))).toEqual(new Set(['canceled']));
  });

  it('releases all holds and incoming amounts', async () => {
    const { body } = await asAdmin('/v1/account/balance', customer);
    expect(body).toMatchObject({ available: FUNDS, held: 0, incoming: 0 });
  });

  it('revokes the tokens on every instance', async () => {
    for (const instance of [bank.api, second]) {
      const response = await instance.request('GET', '/v1/account', { token: customer.token });
      expect(outcomeOf(response)).toBe('401 unauthorized');
    }
  });
});

describe('changing the currency while transactions are created', () => {
  it('ends with one currency for the account, its balance and its transactions', async () => {
    const customer = await bank.customer();
    const currencies = ['USD', 'EUR', 'JPY'];
    const attempts = Array.from({ length: 48 }, (_, turn) => {
      const currency = currencies[turn % 3]!;
      if (turn % 2 === 0) return bank.create(customer, { type: 'credit', currency });
      return bank.send('PATCH', '/v1/account', customer.token, { settings: { currency } });
    });
    const outcomes = new Set((await Promise.all(attempts)).map(outcomeOf));
    const possible = ['200', '201', '400 currency_mismatch', '400 invalid_request'];
    for (const outcome of outcomes) expect(possible).toContain(outcome);

    const { body: account } = await asAdmin('/v1/account', customer);
    const { body: balance } = await asAdmin('/v1/account/balance', customer);
    const transactions = (await walk('/v1/transactions', customer)) as (Listed & { currency: string })[];
    expect(transactions.length).toBeGreaterThan(0);
    const { currency } = account.settings as { currency: string };
    expect(new Set([balance.currency, ...transactions.map((one) => one.currency)])).toEqual(
      new Set([currency]),
    );
  });
});

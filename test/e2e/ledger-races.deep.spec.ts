import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bank } from '../support/bank.js';
import type { TestResponse } from '../support/running-api.js';

let bank: Bank;
/** A second service on the same database, with separate queues. */
let secondBank: Bank;

beforeAll(async () => {
  bank = await Bank.open();
  secondBank = await Bank.open({ databaseUrl: bank.api.databaseUrl });
});
afterAll(async () => {
  await secondBank.close();
  await bank.close();
});

const times = <Result>(count: number, act: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));
const tally = (responses: readonly TestResponse[]) => {
  const counts: Record<string, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const either = (index: number) => (index % 2 === 0 ? bank : secondBank);
const idOf = ({ body }: TestResponse) => (body as { id: string }).id;

describe('concurrent requests to two services', () => {
  it('64 payments of 500 from a balance of 10,000: 20 succeed', async () => {
    const customer = await bank.customer(10_000);
    const responses = await times(64, (index) => either(index).create(customer));
    expect(tally(responses)).toEqual({ 201: 20, 402: 44 });
    expect(await bank.balance(customer)).toEqual({ available: 0, held: 10_000, incoming: 0 });
  });

  it('50 creates with one Idempotency-Key: one transaction', async () => {
    const customer = await bank.customer(100_000);
    const headers = { 'idempotency-key': 'fifty' };
    const responses = await times(50, (index) => either(index).create(customer, { amount: 100 }, headers));
    expect(tally(responses)).toEqual({ 201: 50 });
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(
      responses.filter(({ headers: responseHeaders }) => responseHeaders.get('idempotent-replayed') === null),
    ).toHaveLength(1);
    expect(await bank.balance(customer)).toMatchObject({ held: 100 });
    expect((await bank.create(customer, { amount: 101 }, headers)).status).toBe(422);
    expect((await bank.create({ ...customer, token: bank.admin }, { amount: 100 }, headers)).status).toBe(
      201,
    );
    expect(await bank.balance(customer)).toMatchObject({ held: 200 });
  });

  it('200 pairs of a cancel and a settlement: one of each pair succeeds', async () => {
    const customer = await bank.customer(200);
    const created = await times(200, () => bank.create(customer, { amount: 1 }));
    const pairs = await times(200, (index) => {
      const id = idOf(created[index]!);
      return Promise.all([bank.cancel(customer, id), secondBank.settle(id)]);
    });
    expect(pairs.every(([canceled, settled]) => (canceled.status === 200) !== (settled.status === 200))).toBe(
      true,
    );
    const losers = pairs.flat().filter(({ status }) => status !== 200);
    expect(tally(losers)).toEqual({ 409: 200 });
    const canceledCount = pairs.filter(([canceled]) => canceled.status === 200).length;
    expect(await bank.balance(customer)).toEqual({ available: canceledCount, held: 0, incoming: 0 });
  });

  it('32 cancels of one transaction: one succeeds', async () => {
    const customer = await bank.customer(500);
    const id = idOf(await bank.create(customer));
    const responses = await times(32, (index) => either(index).cancel(customer, id));
    expect(tally(responses)).toEqual({ 200: 1, 409: 31 });
    expect(await bank.balance(customer)).toEqual({ available: 500, held: 0, incoming: 0 });
  });

  it('16 full refunds of one payment: one succeeds', async () => {
    const customer = await bank.customer(500);
    const payment = await bank.settled(customer);
    const refund = { type: 'refund', refund_of: payment };
    const responses = await times(16, (index) => either(index).create(customer, refund));
    expect(tally(responses)).toEqual({ 201: 1, 400: 15 });
    expect(await bank.balance(customer)).toEqual({ available: 0, held: 0, incoming: 500 });
  });

  it('32 updates of metadata: all are stored', async () => {
    const customer = await bank.customer();
    const path = `/v1/transactions/${idOf(await bank.create(customer, { type: 'credit' }))}`;
    const responses = await times(32, (index) =>
      either(index).send('PATCH', path, customer.token, { metadata: { [`key ${index}`]: index } }),
    );
    expect(tally(responses)).toEqual({ 200: 32 });
    const { body } = await bank.send('GET', path, customer.token);
    expect(Object.keys((body as { metadata: object }).metadata)).toHaveLength(32);
  });
});

describe('closing an account while 32 clients create transactions on it', () => {
  it('leaves no event after the closure, no hold and no valid token', async () => {
    const customer = await bank.customer(100_000);
    let isClosed = false;
    const responses: TestResponse[] = [];
    const clients = times(32, async (index) => {
      while (!isClosed) responses.push(await either(index).create(customer, { amount: 10 }));
    });
    while (responses.length < 200) await new Promise((resolve) => setTimeout(resolve, 5));
    const closing = await bank.send('DELETE', '/v1/account', customer.token);
    isClosed = true;
    await clients;
    expect(closing.status).toBe(200);

    const { closed_at } = closing.body as { closed_at: string };
    const created = responses.filter(({ status }) => status === 201);
    expect(created.length).toBeGreaterThan(100);
    expect(created.every(({ body }) => (body as { created_at: string }).created_at <= closed_at)).toBe(true);
    expect(Object.keys(tally(responses)).filter((status) => !['201', '401', '404'].includes(status))).toEqual(
      [],
    );

    const acting = { 'x-account-id': customer.id };
    const balance = await bank.send('GET', '/v1/account/balance', bank.admin, undefined, acting);
    expect(balance.body).toMatchObject({ available: 100_000, held: 0, incoming: 0 });
    const pending = await bank.send('GET', '/v1/transactions?status=pending', bank.admin, undefined, acting);
    expect((pending.body as { data: unknown[] }).data).toEqual([]);
    for (const service of [bank, secondBank]) expect((await service.create(customer)).status).toBe(401);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bank, type Customer } from '../support/bank.js';
import type { TestResponse } from '../support/running-api.js';

interface ListBody {
  object: string;
  data: { id: string; account_id: string; status: string; type: string; created_at: string }[];
  has_more: boolean;
}

let bank: Bank;
let customer: Customer;
let other: Customer;

beforeAll(async () => {
  bank = await Bank.open();
  [customer, other] = [await bank.customer(), await bank.customer()];
});
afterAll(() => bank.close());

const list = async (query = '', token = customer.token): Promise<ListBody> => {
  const response = await bank.send<ListBody>('GET', `/v1/transactions${query}`, token);
  if (response.status !== 200) throw new Error(response.text);
  return response.body;
};
const idsOf = ({ data }: ListBody) => data.map(({ id }) => id);
const idOf = ({ body }: TestResponse) => (body as { id: string }).id;

describe('GET /v1/transactions', () => {
  let ids: string[];

  beforeAll(async () => {
    ids = [];
    for (let count = 0; count < 25; count++)
      ids.unshift(idOf(await bank.create(customer, { type: 'credit', amount: 10 })));
    await bank.create(other, { type: 'credit' });
    await bank.settle(ids[24]!);
    await bank.cancel(customer, ids[23]!);
    await bank.settle(ids[22]!, { status: 'failed' });
    ids.unshift(idOf(await bank.create(customer, { amount: 10 })));
  });

  it('returns 20 transactions of the caller, newest first, without updated_at', async () => {
    const body = await list();
    expect(body.object).toBe('list');
    expect(idsOf(body)).toEqual(ids.slice(0, 20));
    expect(body.has_more).toBe(true);
    expect(Object.keys(body.data[0]!).toSorted()).toEqual([
      'account_id',
      'amount',
      'created_at',
      'currency',
      'ended_at',
      'failure_reason',
      'id',
      'metadata',
      'reference',
      'refund_id',
      'refund_of',
      'status',
      'transfer_id',
      'type',
    ]);
  });

  it('pages in both directions, newest first', async () => {
    expect(idsOf(await list(`?limit=3&starting_after=${ids[4]}`))).toEqual(ids.slice(5, 8));
    expect(idsOf(await list(`?limit=3&ending_before=${ids[4]}`))).toEqual(ids.slice(1, 4));
    expect(await list(`?limit=4&ending_before=${ids[4]}`)).toMatchObject({ has_more: false });
    expect(await list(`?limit=100`)).toMatchObject({ has_more: false });
    expect(await list(`?starting_after=${ids.at(-1)}`)).toEqual({
      object: 'list',
      data: [],
      has_more: false,
    });
  });

  it('filters by status and type, also across pages', async () => {
    expect(idsOf(await list('?status=succeeded'))).toEqual([ids[25]]);
    expect(idsOf(await list('?status=canceled'))).toEqual([ids[24]]);
    expect(idsOf(await list('?status=failed'))).toEqual([ids[23]]);
    expect(idsOf(await list('?type=payment'))).toEqual([ids[0]]);
    expect(idsOf(await list('?type=refund'))).toEqual([]);
    expect(idsOf(await list(`?type=credit&status=pending&limit=2&starting_after=${ids[1]}`))).toEqual(
      ids.slice(2, 4),
    );
  });

  it('filters by date and time, both ends inclusive', async () => {
    const { data } = await list('?limit=100');
    const middle = data[10]!.created_at;
    const expected = (from: string, to: string) =>
      data.filter(({ created_at }) => created_at >= from && created_at <= to).map(({ id }) => id);
    expect(idsOf(await list(`?limit=100&date_from=${middle}`))).toEqual(expected(middle, '9'));
    expect(idsOf(await list(`?limit=100&date_to=${middle}`))).toEqual(expected('0', middle));
    expect(idsOf(await list(`?limit=100&date_from=${middle}&date_to=${middle}`))).toContain(data[10]!.id);
    const today = new Date().toISOString().slice(0, 10);
    expect(idsOf(await list(`?limit=100&date_from=2020-01-01&date_to=${today}`))).toEqual(ids);
    expect(idsOf(await list('?date_to=2020-12-31'))).toEqual([]);
    expect(idsOf(await list('?date_from=9999-12-31'))).toEqual([]);
  });

  it('shows admins all accounts, or the one they select', async () => {
    const all = await list('?limit=100', bank.admin);
    expect(new Set(all.data.map(({ account_id }) => account_id))).toEqual(new Set([customer.id, other.id]));
    const named = await list(`?limit=100&account_id=${customer.id}`, bank.admin);
    expect(idsOf(named)).toEqual(ids);
    const acting = await bank.send<ListBody>('GET', '/v1/transactions?limit=100', bank.admin, undefined, {
      'x-account-id': customer.id,
    });
    expect(idsOf(acting.body)).toEqual(ids);
  });

  it('filters by payment, for callers who may see the payment', async () => {
    const payer = await bank.customer(1_000);
    const payment = await bank.settled(payer);
    const refund = async () =>
      idOf(await bank.create(payer, { type: 'refund', refund_of: payment, amount: 1 }));
    const refunds = [await refund(), await refund()].toReversed();
    await bank.create(payer, { type: 'refund', amount: 1 });
    for (const token of [payer.token, bank.admin]) {
      expect(idsOf(await list(`?refund_of=${payment}`, token))).toEqual(refunds);
      expect(idsOf(await list(`?refund_of=${payment}&starting_after=${refunds[0]}`, token))).toEqual([
        refunds[1],
      ]);
    }
    expect(idsOf(await list(`?refund_of=${payment}`))).toEqual([]);
    expect(idsOf(await list(`?refund_of=${payment}&account_id=${customer.id}`, bank.admin))).toEqual([]);
  });

  it('returns nothing of another account', async () => {
    expect(await list(`?account_id=${other.id}`)).toEqual({ object: 'list', data: [], has_more: false });
    expect(idsOf(await list(`?account_id=${customer.id}&limit=1`))).toEqual([ids[0]]);
    const acting = await bank.send('GET', '/v1/transactions', customer.token, undefined, {
      'x-account-id': other.id,
    });
    expect(acting.status).toBe(404);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=1e1',
    'limit=0x10',
    'limit=+5',
    'limit=',
    'limit=2&limit=3',
    'status=done',
    'status=',
    'type=gift',
    'status=pending&status=failed',
    'starting_after=nothing',
    'refund_of=nothing',
    'refund_of=pay_01k9zxv3s8e7qv5m2c4w6y8h0j',
    'starting_after=acct_01k9zxv3s8e7qv5m2c4w6y8h0j',
    'ending_before=',
    'starting_after=txn_01k9zxv3s8e7qv5m2c4w6y8h0j&ending_before=txn_01k9zxv3s8e7qv5m2c4w6y8h0j',
    'date_from=2024-02-30',
    'date_to=2024-W05',
    'date_from=20240101',
    'date_from=yesterday',
    'date_to=2024-01-01T00:00:00',
    'account_id=unknown',
    'page=2',
    'offset=1',
  ])('rejects %s', async (query) => {
    const { status, body } = await bank.send('GET', `/v1/transactions?${query}`, customer.token);
    expect([status, body]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  it('requires a token', async () => {
    expect((await bank.api.request('GET', '/v1/transactions')).status).toBe(401);
  });
});

describe('5,000 transactions', () => {
  const COUNT = 5_000;
  let customerWithMany: Customer;
  let existingIds: Set<string>;
  let adding: Promise<void>;
  let isDone = false;

  beforeAll(async () => {
    customerWithMany = await bank.customer();
    existingIds = new Set();
    const make = async () => {
      while (existingIds.size < COUNT)
        existingIds.add(idOf(await bank.create(customerWithMany, { type: 'credit', amount: 1 })));
    };
    await Promise.all(Array.from({ length: 50 }, make));
    adding = addTwoHundredPerSecond();
  });
  afterAll(async () => {
    isDone = true;
    await adding;
  });

  async function addTwoHundredPerSecond(): Promise<void> {
    while (!isDone) {
      const begun = performance.now();
      await Promise.all(
        Array.from({ length: 20 }, () => bank.create(customerWithMany, { type: 'credit', amount: 1 })),
      );
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 100 - (performance.now() - begun))));
    }
  }

  async function walk(first: string | undefined, next: (page: ListBody) => string): Promise<string[]> {
    const listed: string[] = [];
    for (let cursor = first ?? ''; ;) {
      const page = await list(`?limit=100${cursor}`, customerWithMany.token);
      listed.push(...idsOf(page));
      if (!page.has_more) return listed;
      cursor = next(page);
    }
  }

  const expectEachOnce = (listed: readonly string[]) => {
    const existing = listed.filter((id) => existingIds.has(id));
    expect(existing).toHaveLength(existingIds.size);
    expect(new Set(existing).size).toBe(existingIds.size);
    expect(new Set(listed).size).toBe(listed.length);
  };

  it('are listed once each with starting_after, while others are added', async () => {
    const listed = await walk(undefined, ({ data }) => `&starting_after=${data.at(-1)!.id}`);
    expectEachOnce(listed);
    expect(listed).toEqual(listed.toSorted().toReversed());
  });

  it('are listed once each with ending_before, while others are added', async () => {
    const [oldest] = [...existingIds].toSorted();
    const beforeOldest = 'txn_00000000000000000000000000';
    expect(oldest! > beforeOldest).toBe(true);
    const listed = await walk(
      `&ending_before=${beforeOldest}`,
      ({ data }) => `&ending_before=${data[0]!.id}`,
    );
    expectEachOnce(listed);
    expect(listed.length).toBeGreaterThan(COUNT);
  });
});
